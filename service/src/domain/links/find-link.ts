import { ReferralsError, type Link, type LinkInfoQuery } from "referrals-embed/contract";
import { findLink as readLink, type LinkAddress } from "../../store/queries/links/links.ts";
import type { Context } from "../context.ts";
import { toLink } from "./link-record.ts";

/** `ext_` and the integrator's id, or the link's own. */
export function linkAddress(linkId: string): LinkAddress {
  return linkId.startsWith("ext_") ? { externalKey: linkId.slice(4) } : { id: linkId };
}

/**
 * The link at an address of the workspace.
 * @throws ReferralsError 404
 */
export async function findLink(ctx: Context, address: LinkAddress): Promise<Link> {
  const row = await readLink(ctx.db, ctx.workspaceId, address);
  if (row) return toLink(row, ctx.config);
  throw new ReferralsError("not_found", "There is no such link in this workspace. Check the id, or domain and key.");
}

/**
 * What `GET /links/info` asks for: `linkId`, else `externalId`, else `domain` and `key` (domain alone: its root).
 * @throws ReferralsError 422 when it names no link
 */
export function infoAddress({ linkId, externalId, domain, key }: LinkInfoQuery): LinkAddress {
  if (linkId !== undefined) return linkAddress(linkId);
  if (externalId !== undefined) {
    if (!externalId.startsWith("ext_")) throw invalid("invalid_format: externalId: must begin with ext_");
    return linkAddress(externalId);
  }
  if (domain === undefined) throw invalid("custom: linkId: give linkId, externalId, or domain and key");
  return { domain: domain.toLowerCase(), key: key ?? "_root" };
}

function invalid(message: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", message);
}
