import type { Partner, PartnerInput } from "referrals-embed/contract";
import type { Context } from "../context.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { partnerRecord } from "../programs/partner-record.ts";
import { enrollPartner } from "./enroll-partner.ts";

/**
 * Enrolls a partner, or finds the one that is.
 * @throws conflict for an address enrolled under another tenant, or a taken username
 */
export async function createPartner(ctx: Context, input: PartnerInput): Promise<Partner> {
  const program = await defaultProgram(ctx);
  const request = { tenantId: input.tenantId || null, partner: input, path: "" };
  return enrollPartner(ctx, program, { request, finish: (ctx, { id }) => partnerRecord(ctx, id) });
}
