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

/** Why a payout run leaves money of a partner; each amount stands under one of them. */
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

/** What a partner lacks to be paid, whatever there is to pay. */
export const payoutNeeds = [
  "payouts_disabled",
  "no_payout_method",
  "new_payout_method",
  "no_destination",
  "shared_destination",
  "below_minimum",
] as const;

/** What a partner is told of the next payout. */
export const nextPayoutKinds = [
  "payout",
  "below_minimum",
  "nothing_cleared",
  "details_missing",
  "failed",
  "negative_balance",
  "nothing",
] as const;
