import { ReferralsError, type ImportOutcome, type SaleImport } from "referrals-embed/contract";
import { findLink } from "../../store/queries/tracking.ts";
import type { LinkRow } from "../../store/schema/links.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { valueIn } from "../rules/convert.ts";
import { decideSale } from "../rules/decide-event.ts";
import { loadCall, loadEvent, lockForCredit, type Call } from "../tracking/lock-event.ts";
import { repeated } from "../tracking/track-sale.ts";
import { dropReported } from "../tracking/unverified-sales.ts";
import { storeEvent } from "../tracking/write-event.ts";
import { earnedElsewhere } from "./earned-elsewhere.ts";
import { dateBack, withdrawFirst } from "./first-event.ts";
import { importEach, type Imported, type ImportOptions } from "./import-each.ts";
import { ownerLink } from "./owner-link.ts";
import { pastOf } from "./past.ts";

/**
 * Records sales of the past with what they earned. That was decided by the other product: no reward judges it, nothing is held, and no
 * webhook hears of it.
 */
export function importSales(
  ctx: Context,
  items: readonly unknown[],
  options: ImportOptions<SaleImport>,
): Promise<ImportOutcome[]> {
  return importEach(ctx, items, { ...options, run: importSale });
}

async function importSale(ctx: Context, input: SaleImport): Promise<Imported> {
  const past = pastOf(ctx, new Date(input.date), "date");
  if (input.paidAt !== undefined) pastOf(ctx, new Date(input.paidAt), "paidAt");
  const { externalId: customerExternalId, name: customerName, email: customerEmail } = input.customer;
  const said = { customerExternalId, customerName, customerEmail };
  const call = await loadCall(past, { customerExternalId }, { invoiceId: input.invoiceId });
  if (call.sale) {
    repeated(call.sale, { ...input, ...said });
    return { outcome: "unchanged", id: null };
  }
  const { customer } = call;
  const facts = {
    customerExternalId,
    customerName: customer?.name ? null : customerName,
    customerEmail: customer?.email ? null : customerEmail,
  };
  const known = { ...call, said: facts, program: { ...call.program, self_referral: "allow" as const } };
  const link = (await ownerLink(ctx, input)) ?? (await linkOfCustomer(ctx, call));
  return { outcome: "created", id: await record(ctx, input, { past, call: known, link }) };
}

async function linkOfCustomer(ctx: Context, { customer, said }: Call): Promise<LinkRow> {
  const link = customer?.link_id ? await findLink(ctx.db, customer.link_id) : undefined;
  if (link) return link;
  throw new ReferralsError(
    "not_found",
    `The sale names no partner, and the customer ${said.customerExternalId} has none. Import customers first, or name the partner.`,
  );
}

/** @returns the id of the commission, `null` for a sale that earned nothing */
async function record(
  ctx: Context,
  input: SaleImport,
  { past, call, link }: { past: Context; call: Call; link: LinkRow },
): Promise<string | null> {
  await dropReported(ctx, call);
  const locked = await lockForCredit(past, call, link);
  const at = now(past);
  const firstSale = locked.customer.first_sale_at;
  const isEarlier = firstSale !== null && at < firstSale;
  if (isEarlier) await withdrawFirst(past, locked.customer.id);
  const customer = isEarlier ? { ...locked.customer, first_sale_at: null } : locked.customer;
  const sale = { ...input, currency: (input.currency ?? "usd").toLowerCase() };
  const names = { leadKey: "direct-sale", currency: sale.currency };
  const event = await loadEvent(past, { call, locked: { ...locked, customer } }, names);
  const attribution = { ...event.attribution, refusal: "imported" as const, holdReasons: [] };
  const next = ctx.ids.next;
  const ids = {
    sale: next("evt"),
    lead: next("evt"),
    leadCommission: next("cm"),
    saleCommission: next("cm"),
    referralCommission: next("cm"),
  };
  const decision = decideSale({ ...event, attribution, sale, ids });
  const { enrollment } = locked;
  if (!enrollment) throw new ReferralsError("conflict", "The link's partner has left the program.");
  const earned = valueIn(event.program.currency, { ...sale, amount: input.earnings }, event.facts.rate).amountProgram;
  if (earned === null) throw noRate(sale.currency, input.date);
  const given = { program: event.program, of: enrollment.row, id: ids.saleCommission, earned };
  const own = earned === 0 ? null : await earnedElsewhere(ctx, input, { ...given, decision });
  const others = decision.outcomes.filter((outcome) => outcome.decision.rewardEvent !== "sale");
  const outcomes = own ? [...others, own] : decision.outcomes;
  if (!(await storeEvent(past, locked.customer, { ...decision, outcomes }))) {
    throw new ReferralsError("conflict", `The invoice ${input.invoiceId} is being recorded. Repeat the call.`);
  }
  await dateBack(past, locked.customer, at);
  if (!own) return null;
  const { id: entityId, status: to } = own.commission;
  await audit(ctx, { operation: "commission.import", entity: "commission", entityId, to });
  return entityId;
}

function noRate(currency: string, date: string): ReferralsError {
  const message = `There is no rate for ${currency} at ${date}. Add one that holds from then on, then import the sale again.`;
  return new ReferralsError("conflict", message);
}
