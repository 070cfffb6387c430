import type { OfferQuery, OfferResult } from "referrals-embed/contract";
import { findLinkById, findTrackedLink } from "../../store/queries/tracking/tracked-links.ts";
import type { Context } from "../context.ts";
import { findClick } from "./find-click.ts";
import { openOffer } from "./track-click.ts";

/**
 * A visitor's discount by a click or a link, and the partner who gives it. An unknown click or link gets the same answer as one without an
 * offer.
 */
export async function readOffer(ctx: Context, { clickId, domain = "", key = "" }: OfferQuery): Promise<OfferResult> {
  if (clickId === undefined)
    return openOffer(ctx, await findTrackedLink(ctx.db, { domain: domain.toLowerCase(), key }));
  const click = await findClick(ctx, clickId);
  return openOffer(ctx, click && (await findLinkById(ctx.db, click.link_id)));
}
