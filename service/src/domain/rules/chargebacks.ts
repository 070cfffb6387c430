/** Kinds of Paddle adjustments about chargebacks, by Paddle's names: a warning, a chargeback, or the reversal of either. */
export const chargebackActions = [
  "chargeback_warning",
  "chargeback_warning_reverse",
  "chargeback",
  "chargeback_reverse",
] as const;

export type ChargebackAction = (typeof chargebackActions)[number];

/** One adjustment. A reversal names only its payment; the reversed adjustment may be reported as reversed too. */
export interface Chargeback {
  id: string;
  action: ChargebackAction;
  /** Part of the amount paid. */
  amount: number;
  isReversed: boolean;
}

/** The current state of a dispute of a sale. */
export interface DisputeState {
  id: string;
  /** Of the sale. */
  amount: number;
  status: "opened" | "won" | "lost";
}

/**
 * Adds a reported chargeback to the known ones of its payment; a chargeback once reported as reversed stays reversed.
 * @param old the dispute in which earlier builds booked all chargebacks of the payment, without their ids: a chargeback whose first report
 * is a reversal belongs to it
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
 * The disputes of a payment after all reports of its chargebacks, in any order. Each chargeback is a dispute, lost for the amount that no
 * reversal returned. All warnings together are one dispute, open until they are reversed or a chargeback comes.
 * @param countOf converts a part of the amount paid into a part of the sale
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
  // Paddle reports a reversal as an adjustment of its own, as the status of the reversed one, or both.
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
