import { listMails } from "../../store/queries/delivery/mails.ts";
import type { Context } from "../context.ts";

/** What became of the newest 50 mails of the workspace, or of those to one partner. Addresses are not among it: they are not kept. */
export function mailDeliveries(ctx: Context, partnerId?: string) {
  return listMails(ctx.db, ctx.workspaceId, partnerId);
}
