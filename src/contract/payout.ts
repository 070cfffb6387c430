/** Statuses of a payout. */
export const payoutStatuses = [
  /** Collected; commissions may still join or leave. */
  "pending",

  /** Handed over for payment; nothing in it changes any more. */
  "processing",

  /** The payment provider has accepted it. */
  "processed",

  /** The money is on its way. */
  "sent",

  /** The money has arrived. */
  "completed",

  /** It failed; its commissions wait for the next one. */
  "failed",

  /** Given up; its commissions wait for the next one. */
  "canceled",
] as const;
