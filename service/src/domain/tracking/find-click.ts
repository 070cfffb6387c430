import { findLink, findStoredClick } from "../../store/queries/tracking/tracking.ts";
import type { LinkRow } from "../../store/schema/links.ts";
import type { ClickRow } from "../../store/schema/tracking.ts";
import type { Context } from "../context.ts";

/** A click by its id: stored, or answered and not stored yet. */
export async function findClick(ctx: Context, id: string): Promise<ClickRow | undefined> {
  return ctx.clicks?.find(id) ?? (await findStoredClick(ctx.db, id)) ?? (await answeredElsewhere(ctx, id));
}

/** The click of a row: the stored one read with it, else one answered here or by another replica, which may have died. */
export async function clickNamed(ctx: Context, id: string | null, stored: ClickRow | null): Promise<ClickRow | null> {
  if (stored || id === null) return stored;
  return ctx.clicks?.find(id) ?? (await answeredElsewhere(ctx, id)) ?? null;
}

/** A click from the data in its id. */
async function answeredElsewhere(ctx: Context, id: string): Promise<ClickRow | undefined> {
  const said = ctx.clicks?.read(id);
  const link = said && (await findLink(ctx.db, said.linkId));
  return link ? waitingClick(link, { clickId: id, at: new Date(said.at), visitor: "" }) : undefined;
}

/** A click that is not stored yet: its visitor is unknown until then. */
export function waitingClick(
  link: LinkRow,
  { clickId, at, visitor }: { clickId: string; at: Date; visitor: string },
): ClickRow {
  return {
    id: clickId,
    isWaiting: true,
    at,
    workspace_id: link.workspace_id,
    program_id: link.program_id,
    enrollment_id: link.enrollment_id,
    link_id: link.id,
    click_id: clickId,
    visitor,
    address: null,
    is_unique: true,
    click_reward_id: null,
    url: link.url,
    trigger: "link",
    country: null,
    region: null,
    city: null,
    continent: null,
    device: null,
    browser: null,
    os: null,
    referer: null,
    referer_url: null,
  };
}

/** Waits for a click that another replica may be about to store. */
export async function clickArrived(ctx: Context, { clickId }: { clickId?: string | null | undefined }): Promise<void> {
  if (clickId) await ctx.clicks?.arrived(clickId, ctx.db);
}
