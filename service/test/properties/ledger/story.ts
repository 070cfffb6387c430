import fc from "fast-check";
import type { CommissionStatus, PayoutStatus } from "referrals-embed/contract";
import type { RewardEvent, Terms } from "./books.ts";
import type { Transition } from "./pay.ts";
import type { Fact, Payment } from "./provider.ts";

/** One thing that happens; indexes count modulo what there is, those of lines, sales and payouts from the newest. */
export type Step =
  | { do: "click"; partner: number }
  | {
      do: "lead";
      customer: number;
      click: number;
      code: number | null;
      name: number;
      quantity: number;
      deferred: boolean;
    }
  | {
      do: "sale";
      customer: number;
      click: number | null;
      code: number | null;
      amount: number;
      currency: string;
      invoice: number;
    }
  | { do: "refund"; sale: number; amount: number | null; refund: number }
  | { do: "dispute"; sale: number; dispute: number; amount: number; status: "opened" | "won" | "lost" }
  | { do: "tell"; payment: number; fact: number }
  | { do: "status"; partner: number; operation: Transition }
  | { do: "erase"; partner: number; forfeit: boolean }
  | { do: "forget"; customer: number }
  | { do: "decide"; line: number; status: Exclude<CommissionStatus, "processed" | "paid"> }
  | { do: "correct"; line: number; earnings: number }
  | { do: "custom"; partner: number; amount: number }
  | { do: "run"; partner: number | null; daysAgo: number }
  | { do: "payout"; payout: number; status: Exclude<PayoutStatus, "pending">; reference: string | null }
  | { do: "export" }
  | { do: "reissue"; payout: number }
  | {
      do: "import";
      invoice: number;
      customer: number;
      partner: number;
      amount: number;
      percent: number;
      currency: string;
      daysAgo: number;
      isPaid: boolean;
      reference: string | null;
    }
  | { do: "import again"; sale: number; change: "nothing" | "paid" | "earnings" | "amount"; reference: string | null }
  | { do: "rebind"; customer: number; partner: number }
  | { do: "rate"; currency: string; rate: number; isNew: boolean }
  | { do: "group"; partner: number; group: number }
  | { do: "reward"; group: number; event: RewardEvent; terms: Terms | null }
  | { do: "terms"; group: number; event: RewardEvent; terms: Terms }
  | { do: "program"; holdingDays: number; minimum: number; priority: "code" | "click" }
  | { do: "settle" }
  | { do: "wait"; days: number };

export interface Setup {
  /** Rewards of the two groups. */
  groups: [Record<RewardEvent, Terms | null>, Record<RewardEvent, Terms | null>];
  holdingDays: 0 | 7 | 30;
  minimum: number;
  payments: Payment[];
}

const none: Terms = { basisPoints: null, flat: null, months: null, cap: null, least: null };
const caps = fc.constantFrom(null, null, 4_000);
const months = fc.constantFrom(null, null, 0, 1, 3);
/** The first value in nine of ten cases and while a story shrinks. */
const mostly = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

/** Terms of a reward, by its event. */
const termsOf: Record<RewardEvent, fc.Arbitrary<Terms>> = {
  sale: fc
    .record({
      basisPoints: fc.constantFrom(3000, 2500, 1250, null),
      months,
      cap: caps,
      least: fc.constantFrom(null, null, 2_000),
    })
    .map((given) => ({ ...none, ...given, flat: given.basisPoints === null ? 500 : null })),
  lead: fc
    .record({ flat: fc.constantFrom(100, 35), cap: fc.constantFrom(null, 400) })
    .map((given) => ({ ...none, ...given })),
  referral: fc
    .record({
      basisPoints: fc.constantFrom(1000, null),
      months: fc.constantFrom(null, 2),
      cap: fc.constantFrom(null, 700),
    })
    .map((given) => ({ ...none, ...given, flat: given.basisPoints === null ? 300 : null })),
  click: fc.record({ flat: fc.constant(3), cap: fc.constantFrom(null, 20) }).map((given) => ({ ...none, ...given })),
};

const rewards = fc.record({
  sale: termsOf.sale as fc.Arbitrary<Terms | null>,
  lead: fc.option(termsOf.lead),
  referral: fc.option(termsOf.referral),
  click: fc.option(termsOf.click),
});

const portion = (gross: number, percent: number): number => Math.max(1, Math.floor((gross * percent) / 100));
const invoices: Readonly<Record<Payment["provider"], string>> = {
  stripe: "pi_",
  "stripe invoice": "in_s",
  paddle: "txn_",
  polar: "order-",
  lemonsqueezy: "lemonsqueezy_order_10",
};

/** A payment at a provider and all that happens to it there; which of it is told, in which order and how often is the story's. */
const payment = fc
  .record({
    provider: fc.constantFrom(...(Object.keys(invoices) as Payment["provider"][])),
    customer: fc.nat(4),
    click: fc.nat(3),
    net: fc.integer({ min: 3, max: 12_000 }),
    tax: fc.constantFrom(0, 19, 20),
    refunded: fc.constantFrom(25, 33, 50, 100),
    disputed: fc.constantFrom(100, 50, 33),
    isLost: fc.boolean(),
    isCanceled: fc.boolean(),
  })
  .map(({ tax, refunded, disputed, isLost, isCanceled, ...given }): Omit<Payment, "invoice"> => {
    const parts = given.provider === "stripe invoice" ? 3 : 1;
    const part = Math.ceil((given.net + Math.floor((given.net * tax) / 100)) / parts);
    const gross = part * parts;
    const [some, most] = [portion(part, refunded / 2), portion(part, refunded)];
    const charged = portion(gross, disputed);
    const disputes = (n: number): Fact[] => [
      { is: "opened", part: n, gross: portion(part, disputed) },
      { is: isLost ? "lost" : "won", part: n, gross: isLost ? part : portion(part, disputed) },
    ];
    const totals = (n: number): Fact[] => [
      { is: "total", part: n, at: 20, gross: most },
      { is: "total", part: n, at: 10, gross: some },
    ];
    const facts: Record<Payment["provider"], Fact[]> = {
      stripe: [
        ...totals(0),
        { is: "failed", part: 0, made: 20, at: 90, gross: Math.max(1, most - some), isCanceled },
        ...disputes(0),
      ],
      "stripe invoice": [
        ...[0, 1, 2].flatMap((n): Fact[] => [{ is: "part", part: n }, ...totals(n).slice(0, 1)]),
        ...[0, 1].flatMap(disputes),
      ],
      paddle: [
        { is: "refund", id: "a", gross: some },
        { is: "refund", id: "b", gross: some },
        { is: "warning", gross: some },
        { is: "warning over", gross: some },
        { is: "chargeback", id: "a", gross: charged },
        { is: "chargeback", id: "b", gross: charged },
        { is: "chargeback back", gross: charged },
        { is: "chargeback reversed", id: "a", gross: charged },
      ],
      polar: totals(0),
      lemonsqueezy: totals(0),
    };
    return { ...given, gross, parts, facts: [{ is: "paid" }, ...facts[given.provider]] };
  });

export const anySetup: fc.Arbitrary<Setup> = fc
  .record({
    groups: fc.tuple(rewards, rewards),
    holdingDays: fc.constantFrom(0, 0, 0, 7, 30),
    minimum: fc.constantFrom(0, 0, 0, 1_500),
    payments: fc.tuple(payment, payment, payment),
  })
  .map(({ payments, ...setup }) => ({
    ...setup,
    payments: payments.map((one, index) => ({ ...one, invoice: `${invoices[one.provider]}${index}` })),
  }));

const partner = fc.oneof(fc.nat(1), fc.nat(3));
const customer = fc.oneof(fc.nat(1), fc.nat(4));
/** Of a list, counted from the newest: often one of the last. */
const recent = fc.oneof(fc.nat(1), fc.nat(3), fc.nat(20));
const amount = fc.integer({ min: 1, max: 20_000 });
const currency = mostly("usd", "jpy", "kwd", "brl", "eur");
const reference = mostly(null as string | null, "ref-a", "ref-b");
const change = fc.oneof(
  ...(["sale", "lead", "referral", "click"] as const).map((event) => termsOf[event].map((terms) => ({ event, terms }))),
);

/** Each kind of step, and how often it comes. */
const kinds: { [Kind in Step["do"]]: [weight: number, step: fc.Arbitrary<Omit<Extract<Step, { do: Kind }>, "do">>] } = {
  sale: [
    8,
    fc.record({
      customer,
      click: fc.option(partner, { freq: 9 }),
      code: mostly(null as number | null, 0, 1, 2),
      amount: fc.oneof({ weight: 30, arbitrary: amount }, { weight: 1, arbitrary: fc.constant(0) }),
      currency: fc.oneof({ weight: 3, arbitrary: fc.constant("usd") }, { weight: 1, arbitrary: currency }),
      invoice: fc.oneof({ weight: 4, arbitrary: fc.nat(60) }, { weight: 1, arbitrary: fc.nat(5) }),
    }),
  ],
  refund: [6, fc.record({ sale: recent, amount: fc.option(fc.integer({ min: 1, max: 12_000 })), refund: fc.nat(30) })],
  dispute: [
    4,
    fc.record({ sale: recent, dispute: fc.nat(1), amount, status: fc.constantFrom("opened", "opened", "won", "lost") }),
  ],
  tell: [10, fc.record({ payment: fc.oneof(fc.constant(0), fc.nat(2)), fact: fc.oneof(fc.constant(0), fc.nat(11)) })],
  lead: [
    4,
    fc.record({
      customer,
      click: partner,
      code: mostly(null as number | null, 0, 1, 2),
      name: fc.nat(2),
      quantity: fc.integer({ min: 1, max: 5 }),
      deferred: fc.boolean(),
    }),
  ],
  click: [2, fc.record({ partner })],
  run: [2, fc.record({ partner: fc.option(partner, { freq: 2 }), daysAgo: mostly(0, 3, 20) })],
  payout: [
    5,
    fc.record({
      payout: recent,
      status: fc.constantFrom("completed", "processing", "processed", "sent", "failed", "canceled"),
      reference,
    }),
  ],
  decide: [
    7,
    fc.record({
      line: recent,
      status: fc.constantFrom("pending", "pending", "hold", "canceled", "fraud", "duplicate", "refunded"),
    }),
  ],
  correct: [3, fc.record({ line: recent, earnings: fc.integer({ min: 1, max: 3_000 }) })],
  custom: [2, fc.record({ partner, amount: fc.integer({ min: -2_000, max: 2_000 }).filter((n) => n !== 0) })],
  status: [
    7,
    fc.record({
      partner,
      operation: fc.constantFrom("ban", "unban", "deactivate", "reactivate", "archive", "unarchive"),
    }),
  ],
  wait: [2, fc.record({ days: fc.constantFrom(1, 8, 31, 40) })],
  import: [
    5,
    fc.record({
      invoice: fc.integer({ min: 8, max: 15 }),
      customer,
      partner,
      amount,
      percent: fc.nat(100),
      currency,
      daysAgo: fc.integer({ min: 1, max: 100 }),
      isPaid: fc.boolean(),
      reference,
    }),
  ],
  "import again": [
    4,
    fc.record({ sale: recent, change: fc.constantFrom("paid", "nothing", "earnings", "amount"), reference }),
  ],
  reissue: [3, fc.record({ payout: recent })],
  export: [2, fc.constant({})],
  rate: [
    3,
    fc.record({
      currency: fc.constantFrom("brl", "jpy", "kwd", "eur"),
      rate: fc.constantFrom(0.18, 0.0067, 3.25, 1.08),
      isNew: fc.boolean(),
    }),
  ],
  settle: [1, fc.constant({})],
  rebind: [2, fc.record({ customer, partner })],
  group: [2, fc.record({ partner, group: fc.nat(1) })],
  reward: [
    2,
    fc
      .tuple(fc.nat(1), change, fc.boolean())
      .map(([group, { event, terms }, off]) => ({ group, event, terms: off ? null : terms })),
  ],
  terms: [2, fc.tuple(fc.nat(1), change).map(([group, given]) => ({ group, ...given }))],
  program: [
    2,
    fc.record({
      holdingDays: fc.constantFrom(0, 7, 30),
      minimum: fc.constantFrom(0, 1_500),
      priority: fc.constantFrom("code", "click"),
    }),
  ],
  erase: [1, fc.record({ partner, forfeit: fc.boolean() })],
  forget: [2, fc.record({ customer })],
};

export type Kind = Step["do"];

/** Steps of these kinds. */
export const stepOf = <Some extends Kind>(names: readonly Some[]): fc.Arbitrary<Extract<Step, { do: Some }>> =>
  fc.oneof(
    ...names.map((name) => {
      const [weight, step] = kinds[name] as [number, fc.Arbitrary<object>];
      return { weight, arbitrary: step.map((given) => ({ do: name, ...given }) as Extract<Step, { do: Some }>) };
    }),
  );

/** Any one step. */
export const anyStep = stepOf(Object.keys(kinds) as Kind[]);
