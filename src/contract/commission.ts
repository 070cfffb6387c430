/** Kinds of commission. */
export const commissionTypes = [
  /** Clicks of one day. */
  "click",
  /** A lead. */
  "lead",
  /** A sale. */
  "sale",
  /** Earnings of a partner this one brought. */
  "referral",
  /** An entry by hand, or what is taken back. */
  "custom",
] as const;

/** Statuses of a commission. */
export const commissionStatuses = [
  /** Earned; a payout takes it after the holding period. */
  "pending",

  /** In a payout that is under way. */
  "processed",

  /** Paid. */
  "paid",

  /** The sale was given back in full. */
  "refunded",

  /** Counted twice. */
  "duplicate",

  /** Not honestly earned. */
  "fraud",

  /** Taken back. */
  "canceled",

  /** Kept back until you have looked at it. */
  "hold",
] as const;
