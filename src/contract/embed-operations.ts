import type { ErrorCode } from "./errors.ts";
import { operationRow, type OperationRow } from "./operation-row.ts";
import type { OperationName } from "./operations.ts";

const missing = ["not_found"] as const;
const taken = ["conflict"] as const;
const both = ["not_found", "conflict"] as const;
const none = [] as const;

const created = { ok: 201 } as const;

const embedPrefix = "/embed/referrals";

function embed(
  tier: 1 | 2 | 3,
  route: `${OperationRow["method"]} ${string}`,
  scope: string,
  also: readonly ErrorCode[],
  summary: string,
  extra: Partial<OperationRow> = {},
): OperationRow {
  const built = operationRow(tier, route, scope, also, summary, { auth: "embed", ...extra });
  return { ...built, path: built.path === "/" ? embedPrefix : embedPrefix + built.path };
}

/** The operations of the embed data API (api-contract §10.1): all a browser has to carry. */
export const embedOperations: Readonly<Record<Extract<OperationName, `embed.${string}`>, OperationRow>> = {
  "embed.bootstrap": embed(2, "GET /", "read", none, "Everything the first screen needs"),
  "embed.token": embed(2, "GET /token", "read", none, "Life of the token in use"),
  "embed.analytics": embed(2, "GET /analytics", "read", missing, "Analytics of the partner's own links"),
  "embed.earnings": embed(2, "GET /earnings", "read", missing, "List the partner's earnings"),
  "embed.earningsTimeseries": embed(2, "GET /earnings/timeseries", "read", missing, "Earnings over time"),
  "embed.payouts": embed(2, "GET /payouts", "read", none, "List the partner's payouts"),
  "embed.events": embed(2, "GET /events", "read", missing, "List the partner's events"),
  "embed.leaderboard": embed(2, "GET /leaderboard", "read", none, "The program's leaderboard"),
  "embed.links": embed(2, "GET /links", "read", none, "List the partner's links"),
  "embed.createLink": embed(2, "POST /links", "links:write", taken, "Create a link", created),
  "embed.updateLink": embed(2, "PATCH /links/{id}", "links:write", both, "Edit, archive or restore a link"),
  "embed.referrals": embed(2, "GET /referrals", "read", none, "List the partner's submissions"),
  "embed.createReferral": embed(2, "POST /referrals", "referrals:write", both, "Send a referral", created),
  "embed.accept": embed(
    2,
    "POST /enrollment/accept",
    "profile:write",
    ["conflict", "invite_expired"],
    "Accept an invitation",
  ),
  "embed.decline": embed(2, "POST /enrollment/decline", "profile:write", taken, "Decline an invitation"),
  "embed.leave": embed(2, "POST /enrollment/leave", "profile:write", taken, "Leave the program"),
  "embed.withdraw": embed(3, "POST /enrollment/withdraw", "profile:write", taken, "Withdraw an application"),
  "embed.reapply": embed(3, "POST /enrollment/reapply", "profile:write", taken, "Apply again"),
  "embed.profile": embed(2, "GET /profile", "read", none, "The partner's profile"),
  "embed.updateProfile": embed(2, "PATCH /profile", "profile:write", taken, "Update the profile"),
  "embed.payoutMethod": embed(2, "GET /payout-method", "read", none, "How the partner is paid"),
  "embed.setPayoutMethod": embed(2, "PUT /payout-method", "payouts:write", taken, "Change how the partner is paid"),
  "embed.export": embed(3, "GET /export", "read", none, "Download the partner's data", {
    produces: "application/json, text/csv",
  }),
  "embed.stream": embed(3, "GET /stream", "read", none, "Live figures", { produces: "text/event-stream" }),
};
