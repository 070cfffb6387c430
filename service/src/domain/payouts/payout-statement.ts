import { ReferralsError, type PayoutStatement } from "referrals-embed/contract";
import { commissionsOfPayout, linesOf } from "../../store/queries/money/commissions.ts";
import { findPayoutEnrollment, payoutRecord } from "../../store/queries/money/payouts.ts";
import { findProgram } from "../../store/queries/programs/programs.ts";
import type { Context } from "../context.ts";
import { payoutStatement as statement } from "../../schemas/payouts.ts";
import { numberOf } from "../ledger/payout-record.ts";
import { embedSettings } from "../programs/program-record.ts";
import { recordOf } from "../record.ts";

/** Lines that are read and written as JSON at once, in a few milliseconds. */
const portion = 1_000;

/**
 * The statement of a payout, line by line, as JSON: of very many lines it is written portion by portion, so that others get their turn.
 * @param enrollmentId the required owner of the payout; default any enrollment of the workspace
 * @throws not_found
 */
export async function payoutStatement(ctx: Context, id: string, enrollmentId?: string): Promise<string> {
  const owner = await findPayoutEnrollment(ctx.db, ctx.workspaceId, id);
  if (owner === undefined || (enrollmentId !== undefined && owner !== enrollmentId)) {
    throw new ReferralsError("not_found", `There is no payout ${id}.`);
  }
  const row = await payoutRecord(ctx.db, id);
  const program = await findProgram(ctx.db, row.program_id);
  // What has still to leave it will be in another statement.
  const hasLines = row.status !== "failed" && row.status !== "canceled";
  const commissionIds = hasLines ? await commissionsOfPayout(ctx.db, id) : [];
  const lines: string[] = [];
  const totals = new Map<string, PayoutStatement["totals"][number]>();
  for (let from = 0; from < commissionIds.length; from += portion) {
    for (const { date, ...line } of await linesOf(ctx.db, commissionIds.slice(from, from + portion))) {
      lines.push(JSON.stringify({ date: date.toISOString(), ...line } satisfies PayoutStatement["lines"][number]));
      const { count, earnings } = totals.get(line.type) ?? { count: 0, earnings: 0 };
      totals.set(line.type, { type: line.type, count: count + 1, earnings: earnings + line.earnings });
    }
  }
  const { lines: _, ...rest } = recordOf(statement, row, {
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
    lines: [],
    totals: [...totals.values()],
  });
  return `${JSON.stringify(rest).slice(0, -1)},"lines":[${lines.join(",")}]}`;
}
