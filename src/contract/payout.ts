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

/** Why a payout run leaves money of a partner unpaid; each amount has one reason. */
export const payoutWaitReasons = [
  "below_minimum",
  "negative_balance",
  "clearing",
  "next_run",
  "banned",
  "not_approved",
  "self_referral",
  "dispute",
  "fx_unknown",
  "review",
  "unverified",
] as const;

/** The requirement a partner is missing for a payout of any amount. */
export const payoutNeeds = [
  "payouts_disabled",
  "no_payout_method",
  "new_payout_method",
  "no_destination",
  "shared_destination",
  "below_minimum",
] as const;

/** The kinds of sentences about the next payout. */
export const nextPayoutKinds = [
  "payout",
  "below_minimum",
  "nothing_cleared",
  "details_missing",
  "failed",
  "negative_balance",
  "nothing",
] as const;
