import fc from "fast-check";
import { stepOf, type Kind, type Step } from "./story.ts";

/** What happens in every story, and what else may: a few of these at a time, so that they meet often. */
const always: Kind[] = ["sale", "run", "payout", "wait"];
const themes: Kind[][] = [
  ["refund", "dispute"],
  ["refund", "dispute", "decide"],
  ["tell"],
  ["tell", "decide"],
  ["decide", "correct"],
  ["import", "import again"],
  ["status", "erase", "forget"],
  ["lead", "click", "settle", "custom"],
  ["rate", "rebind", "reissue", "export"],
  ["group", "reward", "terms", "program"],
];

const run: Step = { do: "run", partner: null, daysAgo: 0 };
type Mark = Extract<Step, { do: "payout" }>;
const payoutTo = (...to: Mark["status"][]): fc.Arbitrary<Mark> =>
  fc.constantFrom(...to).map((status) => ({ do: "payout", payout: 0, status, reference: null }));

/** A decision, and another one of the same line: often the first is taken back. */
const secondThoughts: fc.Arbitrary<Step[]> = fc
  .tuple(stepOf(["decide"]), stepOf(["decide"]), fc.boolean())
  .map(([first, second, isBack]) => [
    first,
    { ...second, line: first.line, status: isBack ? "pending" : second.status },
  ]);

/** A refund of a part of a sale, what happens then, and another refund of it, often of the rest. */
const inParts = (happens: fc.Arbitrary<Step[]>): fc.Arbitrary<Step[]> =>
  fc
    .tuple(
      stepOf(["refund"]),
      fc.integer({ min: 1, max: 3_000 }),
      fc.array(happens, { minLength: 1, maxLength: 2 }),
      stepOf(["refund"]),
      fc.boolean(),
    )
    .map(([first, part, between, second, isRest]) => [
      { ...first, amount: part },
      ...between.flat(),
      { ...second, sale: first.sale, amount: isRest ? null : second.amount },
    ]);

/** The same, in five of seven cases of one sale, by how many are newer, and of one of the newest lines that it and its corrections are. */
const ofOneSale = (happens: fc.Arbitrary<Step[]>): fc.Arbitrary<(newer: 0 | 1) => Step[]> =>
  fc.tuple(happens, fc.constantFrom(0, 0, 1, 2, 3, null, null)).map(
    ([steps, line]) =>
      (newer) =>
        line === null
          ? steps
          : steps.map((step) => {
              if ("line" in step) return { ...step, line: line + 2 * newer };
              return "sale" in step ? { ...step, sale: newer } : step;
            }),
  );

/** A sale, and the first step of the payout of what is payable then. */
const departure = fc.tuple(stepOf(["sale"]), payoutTo("processing", "sent", "processed", "completed"));

/**
 * A payout that sets out; what happens while it is on its way, mostly to its sale; perhaps another one, of the same customer's next
 * sale; the end of the first, and what follows.
 */
const payday = (happens: fc.Arbitrary<Step[]>): fc.Arbitrary<Step[]> =>
  fc
    .tuple(
      departure,
      fc.array(ofOneSale(happens), { maxLength: 2 }),
      fc.option(departure, { freq: 1 }),
      payoutTo("failed", "completed", "canceled"),
      fc.array(ofOneSale(happens), { maxLength: 4 }),
    )
    .map(([[sale, first], between, second, end, after]) => {
      const meanwhile = between.flatMap((told) => told(0));
      if (!second) return [sale, run, first, ...meanwhile, end, ...after.flatMap((told) => told(0))];
      const { customer, click } = sale;
      const next = [{ ...second[0], customer, click }, run, second[1], { ...end, payout: 1 }];
      return [sale, run, first, ...meanwhile, ...next, ...after.flatMap((told) => told(1))];
    });

/** A sale of the past that is owed, refunds of it here, often of all, and its row again, mostly as paid by the other product. */
const movedIn: fc.Arbitrary<Step[]> = fc
  .tuple(
    stepOf(["import"]),
    stepOf(["refund"]),
    fc.array(stepOf(["refund", "decide", "run"]), { maxLength: 1 }),
    stepOf(["import again"]),
    fc.array(stepOf(["refund", "run", "import again"]), { maxLength: 2 }),
    fc.record({ isWhole: fc.boolean(), isPaid: fc.constantFrom(true, true, false) }),
  )
  .map(([row, refund, between, again, after, { isWhole, isPaid }]) => [
    { ...row, isPaid: false },
    { ...refund, sale: 0, amount: isWhole ? null : refund.amount },
    ...between.map((step) => ("line" in step ? { ...step, line: 0 } : step)),
    { ...again, sale: 0, change: isPaid ? "paid" : again.change },
    ...after.map((step) => ("sale" in step ? { ...step, sale: 0 } : step)),
  ]);

/** What happened to a payment at its provider, told in any order and in part. */
const life: fc.Arbitrary<Step[]> = fc
  .tuple(stepOf(["tell"]), fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], { minLength: 3 }))
  .map(([{ payment: of }, facts]) => facts.map((fact) => ({ do: "tell", payment: of, fact })));

/** Numbers of what takes money back and of what gives it back, of Stripe and of Paddle. */
const takenAndGiven = [
  [1, 3],
  [5, 7],
] as const;

/** A payment that is paid out, taken back from a later payout, and given back after something else happened to its partner or sale. */
const comeback = (happens: fc.Arbitrary<Step[]>): fc.Arbitrary<Step[]> =>
  fc
    .tuple(
      stepOf(["tell"]),
      fc.constantFrom(...takenAndGiven),
      fc.array(
        fc.oneof(
          stepOf(["status", "sale", "dispute"]).map((step) => [step]),
          happens,
        ),
        { maxLength: 3 },
      ),
      fc.array(happens, { maxLength: 2 }),
    )
    .map(([{ payment }, [taken, given], between, after]) => {
      const tell = (fact: number): Step => ({ do: "tell", payment, fact });
      const others = [0, 1, 2, 3].map((partner): Step => ({ do: "custom", partner, amount: 20_000 }));
      const paid: Step[] = [run, { do: "payout", payout: 0, status: "completed", reference: null }];
      return [tell(0), ...paid, tell(taken), ...others, ...paid, ...between.flat(), tell(given), ...after.flat(), run];
    });

/** A story of a few themes. */
export const anyStory = (most = 30): fc.Arbitrary<Step[]> =>
  fc.subarray(themes, { minLength: 1, maxLength: 3 }).chain((some) => {
    const has = (kind: Kind): boolean => some.flat().includes(kind);
    const one = { weight: 3, arbitrary: stepOf(some.flat()).map((step): Step[] => [step]) };
    const thoughts = has("decide") ? [{ weight: 1, arbitrary: secondThoughts }] : [];
    const parts = has("refund")
      ? [{ weight: 1, arbitrary: inParts(fc.oneof({ ...one, weight: 1 }, ...thoughts)) }]
      : [];
    const own = fc.oneof(one, ...thoughts, ...parts);
    const phrase = fc.oneof(
      { weight: 6, arbitrary: stepOf([...always, ...some.flat()]).map((step) => [step]) },
      { weight: 3, arbitrary: payday(own) },
      ...(has("tell")
        ? [
            { weight: 1, arbitrary: life },
            { weight: 1, arbitrary: comeback(own) },
          ]
        : []),
      ...(has("import") ? [{ weight: 2, arbitrary: movedIn }] : []),
    );
    const phrases = fc.array(phrase, { minLength: 1, maxLength: most, size: "max" });
    return fc.tuple(stepOf(["sale"]), phrases).map(([first, rest]) => [first, ...rest.flat()]);
  });
