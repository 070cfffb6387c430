import type { OperationRow } from "./operation-row.ts";
import type { OperationName } from "./operations.ts";

/** Below {base_url}. */
export const embedPrefix = "/embed/referrals";

/** Where each operation of the embed data API is (api-contract §10.1): all of its table that a browser has to carry. */
export const embedRoutes: Readonly<
  Record<Extract<OperationName, `embed.${string}`>, `${OperationRow["method"]} ${string}`>
> = {
  "embed.bootstrap": "GET ",
  "embed.token": "GET /token",
  "embed.analytics": "GET /analytics",
  "embed.earnings": "GET /earnings",
  "embed.earningsTimeseries": "GET /earnings/timeseries",
  "embed.payouts": "GET /payouts",
  "embed.events": "GET /events",
  "embed.leaderboard": "GET /leaderboard",
  "embed.links": "GET /links",
  "embed.createLink": "POST /links",
  "embed.updateLink": "PATCH /links/{id}",
  "embed.referrals": "GET /referrals",
  "embed.createReferral": "POST /referrals",
  "embed.accept": "POST /enrollment/accept",
  "embed.decline": "POST /enrollment/decline",
  "embed.leave": "POST /enrollment/leave",
  "embed.withdraw": "POST /enrollment/withdraw",
  "embed.reapply": "POST /enrollment/reapply",
  "embed.profile": "GET /profile",
  "embed.updateProfile": "PATCH /profile",
  "embed.payoutMethod": "GET /payout-method",
  "embed.setPayoutMethod": "PUT /payout-method",
  "embed.export": "GET /export",
  "embed.stream": "GET /stream",
};

/** Content types of the embed operations that answer a file or a stream. */
export const embedProduces: Partial<Record<OperationName, string>> = {
  "embed.export": "application/json, text/csv",
  "embed.stream": "text/event-stream",
};
