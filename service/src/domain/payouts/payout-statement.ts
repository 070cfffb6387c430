import { ReferralsError, type PayoutStatement } from "referrals-embed/contract";
import { linesOfPayout } from "../../store/queries/money/commissions.ts";
import { findPayoutEnrollment, payoutRecord } from "../../store/queries/money/payouts.ts";
import { findProgram } from "../../store/queries/programs/programs.ts";
import type { Context } from "../context.ts";
import { payoutStatement as statement } from "../../schemas/payouts.ts";
import { numberOf } from "../ledger/payout-record.ts";
import { embedSettings } from "../programs/program-record.ts";
import { recordOf } from "../record.ts";

/**
 * The statement of a payout, line by line.
 * @param enrollmentId the required owner of the payout; default any enrollment of the workspace
 * @throws not_found
 */
export async function payoutStatement(ctx: Context, id: string, enrollmentId?: string): Promise<PayoutStatement> {
  const owner = await findPayoutEnrollment(ctx.db, ctx.workspaceId, id);
  if (owner === undefined || (enrollmentId !== undefined && owner !== enrollmentId)) {
    throw new ReferralsError("not_found", `There is no payout ${id}.`);
  }
  const row = await payoutRecord(ctx.db, id);
  const program = await findProgram(ctx.db, row.program_id);
  // What has still to leave it will be in another statement.
  const hasLines = row.status !== "failed" && row.status !== "canceled";
  const known = hasLines ? await linesOfPayout(ctx.db, id) : [];
  const lines = known.map(({ date, ...line }) => ({ date: date.toISOString(), ...line }));
  const totals = new Map<string, PayoutStatement["totals"][number]>();
  for (const { type, earnings } of lines) {
    const before = totals.get(type) ?? { type, count: 0, earnings: 0 };
    totals.set(type, { type, count: before.count + 1, earnings: before.earnings + earnings });
  }
  return recordOf(statement, row, {
    number: numberOf(row.number),
    payoutId: id,
    program: { name: program.name, supportEmail: embedSettings(program).supportEmail },
    partner: {
      id: row.partner_id,
      name: row.partner_name ?? "",
      companyName: row.partner_company,
      email: row.partner_email,
      country: row.partner_country,
    },
    lines,
    totals: [...totals.values()],
  });
}
