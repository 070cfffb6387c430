import { ReferralsError } from "referrals-embed/contract";
import { findStoredClick, type ClickRow } from "../../store/queries/tracking.ts";
import type { Context } from "../context.ts";

/**
 * The click of an id, a moment after its answer too: clicks wait in a journal before they are stored.
 * The store is asked twice, since a click may move from the journal into it in between.
 * @throws not_found for an unknown id, and for a link of another workspace (domain-rules A5)
 */
export async function findClick(ctx: Context, clickId: string): Promise<ClickRow> {
  const click =
    (await findStoredClick(ctx.db, clickId)) ?? ctx.clicks?.find(clickId) ?? (await findStoredClick(ctx.db, clickId));
  if (click && click.workspace_id === ctx.workspaceId) return click;
  throw new ReferralsError("not_found", `There is no click ${clickId}. Pass the click id the visitor arrived with.`);
}
