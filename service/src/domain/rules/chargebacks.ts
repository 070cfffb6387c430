/** What an adjustment of Paddle says of a chargeback, in the words of both sides: a warning and a chargeback, or the reversal of one. */
export const chargebackActions = [
  "chargeback_warning",
  "chargeback_warning_reverse",
  "chargeback",
  "chargeback_reverse",
] as const;

export type ChargebackAction = (typeof chargebackActions)[number];

/** One of them. A reversal names its payment only; what it reverses may be told as reversed too. */
export interface Chargeback {
  id: string;
  action: ChargebackAction;
  /** Of what was paid. */
  amount: number;
  isReversed: boolean;
}

/** A dispute of a sale as it is by now. */
export interface DisputeState {
  id: string;
  /** Of the sale. */
  amount: number;
  status: "opened" | "won" | "lost";
}

/**
 * What was told of a payment's chargebacks, with what is told now; one that is told as reversed stays that.
 * @param old the dispute in which earlier builds booked all chargebacks of the payment, without their ids: a chargeback that was
 * never told but as reversed is that one
 */
export function withTold(
  noted: readonly Chargeback[],
  told: Chargeback,
  old: Pick<Chargeback, "id" | "amount"> | null,
): Chargeback[] {
  const isOldKnown = old === null || noted.some(({ id }) => id === old.id);
  const known: Chargeback[] = isOldKnown ? [...noted] : [{ ...old, action: "chargeback", isReversed: false }, ...noted];
  const before = known.find(({ id }) => id === told.id);
  const isOfOld = old !== null && before === undefined && told.action === "chargeback" && told.isReversed;
  const others = known.filter(({ id }) => id !== told.id);
  if (!isOfOld) return [...others, { ...told, isReversed: told.isReversed || before?.isReversed === true }];
  const all = others.map((one) => (one.id === old.id ? { ...one, isReversed: true } : one));
  return [...all, { ...told, amount: 0 }];
}

/**
 * The disputes of a payment by all that was told of its chargebacks, in whatever order: one of its own for each chargeback, lost with
 * what no reversal gave back, and one for the warnings, open until they are reversed or a chargeback comes.
 * @param countOf the part of the sale that a part of what was paid is
 */
export function disputesOf(
  payment: string,
  told: readonly Chargeback[],
  countOf: (paid: number) => number,
): DisputeState[] {
  const of = (action: ChargebackAction): Chargeback[] => told.filter((one) => one.action === action && one.amount > 0);
  const charged = of("chargeback").sort(
    (a, b) => Number(b.isReversed) - Number(a.isReversed) || (a.id < b.id ? -1 : 1),
  );
  const reversed = charged.filter(({ isReversed }) => isReversed);
  // A reversal is told as an adjustment of its own, as the status of the reversed one, or as both.
  let back = Math.max(sumOf(of("chargeback_reverse")), sumOf(reversed));
  let taken = 0;
  const lost = charged.map(({ id, amount }): DisputeState => {
    const returned = Math.min(back, amount);
    back -= returned;
    const before = countOf(taken);
    taken += amount - returned;
    const counted = countOf(taken) - before;
    return counted > 0
      ? { id, amount: counted, status: "lost" }
      : { id, amount: Math.max(1, countOf(amount)), status: "won" };
  });
  const warnings = of("chargeback_warning");
  if (warnings.length === 0) return lost;
  const over = Math.max(
    of("chargeback_warning_reverse").length,
    warnings.filter(({ isReversed }) => isReversed).length,
  );
  const status = charged.length === 0 && over < warnings.length ? "opened" : "won";
  const amount = Math.max(1, countOf(Math.max(...warnings.map((warning) => warning.amount))));
  return [...lost, { id: `${payment}:warning`, amount, status }];
}

function sumOf(told: readonly Chargeback[]): number {
  return told.reduce((sum, { amount }) => sum + amount, 0);
}
