import type { Partner } from "referrals-embed/contract";
import type { Context } from "../context.ts";
import { findEnrollment } from "../programs/find-enrollment.ts";
import { partnerRecord } from "../programs/partner-record.ts";

/** One partner of the program. @throws not_found */
export async function getPartner(ctx: Context, partnerId: string): Promise<Partner> {
  const { id } = await findEnrollment(ctx, { partnerId });
  return partnerRecord(ctx, id);
}
