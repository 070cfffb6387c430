import type { Partner } from "referrals-embed/contract";
import { partner } from "../../schemas/partner.ts";
import * as store from "../../store/queries/partners/partner-record.ts";
import type { Context } from "../context.ts";

/** The fields of a partner's record, in the specification's order. */
export const partnerFields = partner.keyof().options;

/** The record of one enrollment. */
export function partnerRecord(ctx: Context, enrollmentId: string): Promise<Partner> {
  return store.partnerRecord(ctx.db, enrollmentId, partnerFields);
}
