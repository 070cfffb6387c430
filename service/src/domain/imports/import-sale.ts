import { ReferralsError, type ImportOutcome, type SaleImport } from "referrals-embed/contract";
import { present } from "../../present.ts";
import type { TrackingProgram } from "../../store/schema/facts.ts";
import { auditAll } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { loadProgram } from "../programs/load-program.ts";
import { valueIn } from "../rules/convert.ts";
import { decideSale } from "../rules/decide-event.ts";
import { plainId } from "../rules/event-key.ts";
import { dropReported } from "../tracking/unverified-sales.ts";
import { earnedElsewhere } from "./earned-elsewhere.ts";
import { goOn, importEach, unchanged, type End, type ImportOptions } from "./import-each.ts";
import { ownerLinks } from "./owner-link.ts";
import { paidElsewhere } from "./paid-elsewhere.ts";
import { isEarlier, loadEvents, loadPast, lockCredits, makeRoom, missingFacts, storePast } from "./past-events.ts";
import type { Credit, LockedCredit } from "./past-events.ts";
import { pastDate } from "../past-date.ts";
import { checkFigures, enrollmentsOf, repeatSales, type RepeatedSale } from "./repeat-sale.ts";

/** Event name of the lead that is recorded with a customer's first sale. */
const leadKey = "direct-sale";

/**
 * Records past sales with their earnings. The other product decided those: no reward judges them, nothing is held, and no webhook is sent.
 */
export function importSales(
  ctx: Context,
  items: readonly unknown[],
  options: ImportOptions<SaleImport>,
): Promise<ImportOutcome[]> {
  const keysOf = ({ customer, invoiceId }: SaleImport): string[] => [
    `customer ${plainId(customer.externalId)}`,
    `invoice ${invoiceId}`,
  ];
  return importEach(ctx, items, { ...options, keysOf, run: importAll });
}

async function importAll(ctx: Context, inputs: readonly SaleImport[]): Promise<End[]> {
  const ends = new Map<object, End>();
  const program = await loadProgram(ctx);
  const dated = goOn(
    ends,
    inputs.map((input) => ({ input })),
    ({ input }) => {
      const at = pastDate(ctx, input.date, "date");
      const paidAt = input.paidAt === undefined ? at : pastDate(ctx, input.paidAt, "paidAt");
      checkFigures(input, { at, paidAt });
      const { customer, invoiceId, currency = "usd" } = input;
      const { externalId: customerExternalId } = customer;
      return { at, paidAt, customerExternalId, invoiceId, currency: currency.toLowerCase() };
    },
  );
  const past = await loadPast(ctx, program, dated);
  const owners = await ownerLinks(
    ctx,
    dated.map(({ input }) => input),
  );
  const repeated: RepeatedSale[] = [];
  const named = goOn(ends, dated, ({ input, at, paidAt, customerExternalId, currency }, index) => {
    const { call, boundLink, rate } = present(past[index], "what is known of the row");
    const { name: customerName, email: customerEmail } = input.customer;
    const owner = owners[index] ?? null;
    if (owner instanceof Error) return owner;
    if (call.sale) {
      repeated.push({ input, at, paidAt, currency, link: owner });
      return unchanged(null);
    }
    const link = owner ?? boundLink;
    if (!link) return noPartner(customerExternalId);
    const said = missingFacts(call, { customerName, customerEmail });
    return { call: { ...call, said }, link, rate, earned: earnedOf(input, { currency, rate, program }) };
  });
  await record(ctx, program, { rows: named, repeated, ends });
  return inputs.map((input) => present(ends.get(input), "the end of a row"));
}

/** A sale's earnings in the program's currency. @throws conflict without a rate, unprocessable_entity above the largest amount */
function earnedOf(
  { amount, earnings, date }: SaleImport,
  { currency, rate, program }: { currency: string; rate: string | null; program: TrackingProgram },
): number {
  const [, earned] = [amount, earnings].map(
    (sum) => valueIn(program.currency, { amount: sum, currency }, rate).amountProgram,
  );
  if (earned !== null && earned !== undefined) return earned;
  const message = `There is no rate for ${currency} at ${date}. Add one that holds from then on, then import the sale again.`;
  throw new ReferralsError("conflict", message);
}

function noPartner(externalId: string): ReferralsError {
  const message = `The sale names no partner, and the customer ${externalId} has none. Import customers first, or name the partner.`;
  return new ReferralsError("not_found", message);
}

/** A sale during the import. */
type Row = Credit & { input: SaleImport; currency: string; paidAt: Date; rate: string | null; earned: number };

async function record(
  ctx: Context,
  program: TrackingProgram,
  { rows, repeated, ends }: { rows: readonly Row[]; repeated: readonly RepeatedSale[]; ends: Map<object, End> },
): Promise<void> {
  const credits = await lockCredits(ctx, rows, await enrollmentsOf(ctx, repeated));
  await repeatSales(ctx, program, { rows: repeated, ends, enrollments: credits.enrollments });
  const locked = goOn(ends, rows, (row, index) => {
    const credit = credits.at(index);
    const { enrollment, customer } = credit.locked;
    if (!enrollment) return new ReferralsError("conflict", "The link's partner has left the program.");
    if (row.earned > 0 && row.input.status !== "paid" && enrollment.row.status === "banned") return owedToBanned();
    return { credit, of: enrollment.row, isEarlier: isEarlier(customer, row.at) };
  });
  for (const { call } of locked) await dropReported(ctx, call);
  const earlier = locked.filter((row) => row.isEarlier).map(({ credit }) => credit.locked.customer.id);
  await makeRoom(ctx, { sales: earlier, leads: earlier });
  const payouts = await payoutsOf(ctx, program, locked);
  const events = await loadEvents(
    ctx,
    locked.map(({ credit, isEarlier, call, rate }) => ({
      ...(isEarlier ? unsold(credit) : credit),
      leadKey,
      rate,
      said: call.said,
    })),
  );
  const decided = locked.map((row, index) => {
    const { input, currency, of, earned, paidAt } = row;
    const sale = { ...input, currency };
    const id = ctx.ids.next("cm");
    const decision = decideSale({ ...present(events[index], "the event"), sale, ids: idsOf(ctx, id) });
    if (earned === 0) return { credit: row.credit, decision, commissionId: null };
    const payoutId = payouts.get(input);
    const paid = payoutId === undefined ? null : { at: paidAt, payoutId };
    const { holding_period_days: holdingDays } = program;
    const terms = { of, currency: program.currency, holdingDays, id, earned, paid, updatedAt: now(ctx) };
    const own = earnedElsewhere({ ...terms, decision });
    const others = decision.outcomes.filter((outcome) => outcome.decision.rewardEvent !== "sale");
    return { credit: row.credit, decision: { ...decision, outcomes: [...others, own] }, commissionId: id };
  });
  await storePast(ctx, decided);
  for (const [index, { input }] of locked.entries()) {
    ends.set(input, { outcome: "created", id: decided[index]?.commissionId ?? null });
  }
  const made = { operation: "commission.import", entity: "commission" } as const;
  await auditAll(
    ctx,
    locked.flatMap(({ input }, index) => {
      const entityId = decided[index]?.commissionId;
      return entityId ? { ...made, entityId, to: input.status ?? "pending" } : [];
    }),
  );
}

function owedToBanned(): ReferralsError {
  const message = "The partner is banned and is owed nothing. Import the sale as paid, or with 0 earnings.";
  return new ReferralsError("conflict", message);
}

function idsOf({ ids: { next } }: Context, saleCommission: string) {
  const referralCommission = next("cm");
  return { sale: next("evt"), lead: next("evt"), leadCommission: next("cm"), saleCommission, referralCommission };
}

/** A customer's state before their earliest sale. */
function unsold(credit: LockedCredit): LockedCredit {
  const { locked } = credit;
  return { ...credit, locked: { ...locked, customer: { ...locked.customer, first_sale_at: null } } };
}

/** The payouts for rows that the other product paid, by row. */
async function payoutsOf(
  ctx: Context,
  { currency }: TrackingProgram,
  rows: readonly (Row & { of: Parameters<typeof earnedElsewhere>[0]["of"] })[],
): Promise<Map<object, string>> {
  const paid = rows.filter(({ input, earned }) => input.status === "paid" && earned > 0);
  const ids = await paidElsewhere(
    ctx,
    paid.map(({ of: enrollment, earned: earnings, at, paidAt, input: { payoutReference: reference } }) => {
      return { enrollment, earnings, currency, at, paidAt, reference };
    }),
  );
  return new Map(paid.map(({ input }, index) => [input, ids[index] ?? ""]));
}
