/** Statuses of a payout. */
export const payoutStatuses = [
  "pending",
  "processing",
  "processed",
  "sent",
  "completed",
  "failed",
  "canceled",
] as const;
