import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { retryParkedEvents } from "../../src/jobs/parked-events.ts";
import { createTestService, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { createWorld } from "../properties/world.ts";
import { storeClick } from "../tracking/stored-click.ts";
import {
  charge,
  checkout,
  createStripe,
  dispute,
  invoice,
  invoicePayment,
  stripeEvent,
  subscriptionCheckout,
  type StripeEvent,
} from "./stripe.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

/** What differs between customers' stories. */
interface Story {
  own: boolean;
  byCode: boolean;
  amounts: [number, number, number];
  /** Refunds of the first invoice, in per cent of it. */
  refunds: [number, number];
  /** Of the second invoice, in per cent of it. */
  disputed: number;
  outcome: "won" | "lost";
}

const story: fc.Arbitrary<Story> = fc.record({
  own: fc.boolean(),
  byCode: fc.boolean(),
  amounts: fc.tuple(
    fc.integer({ min: 100, max: 20_000 }),
    fc.integer({ min: 100, max: 20_000 }),
    fc.integer({ min: 100, max: 20_000 }),
  ),
  refunds: fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 40 })),
  disputed: fc.integer({ min: 1, max: 100 }),
  outcome: fc.constantFrom("won", "lost"),
});

/** Events of one customer, as they happen: a subscription with two invoices, a later purchase, refunds in part, a dispute, the end. */
function eventsOf(
  { own, byCode, amounts, refunds, disputed, outcome }: Story,
  who: string,
  click: string,
): StripeEvent[] {
  const customer = `cus_${who}`;
  const named = {
    customer,
    ...(byCode ? { discounts: [{ coupon: null, promotion_code: "promo_1" }] } : { client_reference_id: click }),
    metadata: own ? { customerExternalId: `user_${who}` } : {},
  };
  const gross = amounts.map((amount) => amount + Math.round(amount / 5));
  const [first = 0, second = 0, third = 0] = gross;
  const paid = (id: string, index: 0 | 1): Record<string, unknown> =>
    invoice({
      id: `${id}_${who}`,
      customer,
      total: gross[index],
      amount_paid: gross[index],
      total_excluding_tax: amounts[index],
    });
  const refunded = (total: number): Record<string, unknown> =>
    charge({
      id: `ch_1_${who}`,
      customer,
      payment_intent: `pi_1_${who}`,
      amount: first,
      amount_captured: first,
      amount_refunded: Math.max(1, Math.round((first * total) / 100)),
    });
  const disputedPart = {
    id: `dp_${who}`,
    charge: `ch_2_${who}`,
    payment_intent: `pi_2_${who}`,
    amount: Math.max(1, Math.round((second * disputed) / 100)),
  };
  const told: [string, object][] = [
    ["checkout.session.completed", subscriptionCheckout({ ...named, id: `cs_1_${who}`, invoice: `in_1_${who}` })],
    ["invoice.paid", paid("in_1", 0)],
    ["invoice_payment.paid", invoicePayment({ invoice: `in_1_${who}`, payment: `pi_1_${who}` })],
    ["charge.refunded", refunded(refunds[0])],
    ["invoice.paid", paid("in_2", 1)],
    ["invoice.payment_succeeded", paid("in_2", 1)],
    ["invoice_payment.paid", invoicePayment({ invoice: `in_2_${who}`, payment: `pi_2_${who}` })],
    ["charge.dispute.created", dispute(disputedPart)],
    ["charge.refunded", refunded(refunds[0] + refunds[1])],
    ["charge.dispute.closed", dispute({ ...disputedPart, status: outcome })],
    [
      "checkout.session.completed",
      checkout({
        id: `cs_2_${who}`,
        customer,
        payment_intent: `pi_3_${who}`,
        amount_total: third,
        total_details: { amount_tax: third - amounts[2], amount_shipping: 0 },
        shipping_cost: null,
      }),
    ],
    ["customer.subscription.deleted", { id: `sub_${who}`, customer, ended_at: 1_767_300_000, metadata: {} }],
  ];
  return told.map(([type, object], index) => stripeEvent(type, object, `evt_${who}_${index}`));
}

/** Posts the events in this order, and answers what is earned once everything parked had its turn. */
async function told(
  one: Story,
  order: (events: StripeEvent[]) => StripeEvent[],
  rounds: readonly boolean[],
): Promise<unknown> {
  const world = await createWorld(service, {
    sale: { rateBp: 2500, months: 12 },
    lead: { flat: 100 },
    referral: { rateBp: 1000 },
  });
  const [, member] = world.members;
  const body = { partnerId: member!.partnerId, linkId: member!.linkId, code: "ADA10" };
  await service.request("POST", "/discount-codes", { body, key: world.apiKey });
  const click = await storeClick(service, member!.linkId);
  const stripe = await createStripe(service, {}, world.apiKey);
  const code = stripeEvent("promotion_code.created", { id: "promo_1", code: "ADA10" }, "evt_code");
  const events = [code, ...eventsOf(one, "1", click)];
  for (const [index, event] of order(events).entries()) {
    expect(await stripe.post(event)).toMatchObject({ status: 200 });
    if (rounds[index % Math.max(1, rounds.length)]) await retryParkedEvents(service.ctx(""));
  }
  while ((await retryParkedEvents(service.ctx(""))) > 0);
  const commissions = await world.ctx.db
    .selectFrom("commissions as c")
    .innerJoin("customers as u", "u.id", "c.customer_id")
    .select(["c.type", "c.invoice_id", "c.amount", "c.gross_earnings", "c.earnings", "c.status", "c.hold_reasons"])
    .select(["u.external_id", "u.sales", "u.sale_amount", "u.subscription_canceled_at"])
    .where("c.workspace_id", "=", world.workspaceId)
    .orderBy("u.external_id")
    .orderBy("c.type")
    .orderBy("c.invoice_id")
    .execute();
  return {
    commissions,
    open: await stripe.deliveries("?status=parked"),
    failed: await stripe.deliveries("?status=failed"),
  };
}

it("any interleaving, repetition and reordering of a customer's events earns what the ordered story earns (J4)", async () => {
  const events = 13;
  await fc.assert(
    fc.asyncProperty(
      story,
      fc.array(fc.nat(events - 1), { maxLength: 10 }),
      fc.array(fc.nat(10_000), { minLength: events + 10, maxLength: events + 10 }),
      fc.array(fc.boolean(), { maxLength: 5 }),
      async (one, repeated, weights, rounds) => {
        const shuffled = (given: StripeEvent[]): StripeEvent[] => {
          const all = [...given, ...repeated.map((index) => given[index % given.length]!)];
          const weight = new Map(all.map((_, index) => [index, weights[index % weights.length]!]));
          return [...all.keys()].sort((a, b) => weight.get(a)! - weight.get(b)!).map((index) => all[index]!);
        };
        const ordered = await told(one, (given) => given, [true]);
        expect(ordered).toMatchObject({ open: [], failed: [] });
        expect(await told(one, shuffled, rounds)).toEqual(ordered);
      },
    ),
    { numRuns: Number(process.env["PROPERTY_RUNS"] ?? 5), interruptAfterTimeLimit: 40_000 },
  );
  await expectSound(service);
});
