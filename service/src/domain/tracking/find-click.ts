import { findStoredClick } from "../../store/queries/tracking.ts";
import type { ClickRow } from "../../store/schema/tracking.ts";
import type { Context } from "../context.ts";

/** A click by its id: one that still waits in the journal, else a stored one. */
export async function findClick(ctx: Context, id: string): Promise<ClickRow | undefined> {
  return ctx.clicks?.find(id) ?? (await findStoredClick(ctx.db, id));
}
