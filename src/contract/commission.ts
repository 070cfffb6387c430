/** Kinds of commission. */
export const commissionTypes = ["click", "lead", "sale", "referral", "custom"] as const;

/** Why a commission is held. */
export const holdReasons = ["self_referral", "dispute", "fx_unknown", "review", "unverified"] as const;

/** Signals that partner and customer are one person, strongest first. */
export const samePersonSignals = ["email", "payout", "external_id", "visitor", "address"] as const;

/** Statuses of a commission. */
export const commissionStatuses = [
  "pending",
  "processed",
  "paid",
  "refunded",
  "duplicate",
  "fraud",
  "canceled",
  "hold",
] as const;
