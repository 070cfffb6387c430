import {
  embedPrefix,
  embedProduces,
  embedReadPath,
  embedWrites,
  type EmbedOperation,
  type EmbedWrite,
} from "./embed-routes.ts";
import type { ErrorCode } from "./errors.ts";
import { operationRow, type OperationRow } from "./operation-row.ts";

const missing = ["not_found"] as const;
const taken = ["conflict"] as const;
const both = ["not_found", "conflict"] as const;
const none = [] as const;

const created = { ok: 201 } as const;

type Row = [tier: 1 | 2 | 3, scope: string, also: readonly ErrorCode[], summary: string, extra?: Partial<OperationRow>];

const rows: Readonly<Record<EmbedOperation, Row>> = {
  "embed.bootstrap": [2, "read", none, "Everything the first screen needs"],
  "embed.token": [2, "read", none, "Life of the token in use"],
  "embed.analytics": [2, "read", missing, "Analytics of the partner's own links"],
  "embed.earnings": [2, "read", missing, "List the partner's earnings"],
  "embed.earningsTimeseries": [2, "read", missing, "Earnings over time", { path: "/earnings/timeseries" }],
  "embed.payouts": [2, "read", none, "List the partner's payouts"],
  "embed.statement": [2, "read", missing, "Retrieve a payout's statement"],
  "embed.events": [2, "read", missing, "List the partner's events"],
  "embed.leaderboard": [2, "read", none, "The program's leaderboard"],
  "embed.links": [2, "read", none, "List the partner's links"],
  "embed.createLink": [2, "links:write", taken, "Create a link", created],
  "embed.updateLink": [2, "links:write", both, "Edit, archive or restore a link"],
  "embed.referrals": [2, "read", none, "List the partner's submissions"],
  "embed.createReferral": [2, "referrals:write", both, "Send a referral", created],
  "embed.invitation": [3, "read", none, "The link that brings in partners"],
  "embed.apply": [3, "profile:write", taken, "Answer the program's form"],
  "embed.accept": [2, "profile:write", ["conflict", "invite_expired"], "Accept an invitation"],
  "embed.decline": [2, "profile:write", taken, "Decline an invitation"],
  "embed.leave": [2, "profile:write", taken, "Leave the program"],
  "embed.withdraw": [3, "profile:write", taken, "Withdraw an application"],
  "embed.reapply": [3, "profile:write", taken, "Apply again"],
  "embed.profile": [2, "read", none, "The partner's profile"],
  "embed.updateProfile": [2, "profile:write", taken, "Update the profile"],
  "embed.payoutMethod": [2, "read", none, "How the partner is paid"],
  "embed.setPayoutMethod": [2, "payouts:write", taken, "Change how the partner is paid"],
  "embed.setMilestonesTold": [2, "profile:write", taken, "Note which milestones were told"],
  "embed.export": [3, "read", none, "Download the partner's data"],
  "embed.stream": [3, "read", none, "Live figures"],
};

/** The operations of the embed data API. */
export const embedOperations: Readonly<Record<EmbedOperation, OperationRow>> = Object.fromEntries(
  (Object.keys(rows) as EmbedOperation[]).map((name) => [name, embedRow(name)]),
) as Record<EmbedOperation, OperationRow>;

function embedRow(name: EmbedOperation): OperationRow {
  const [tier, scope, also, summary, extra] = rows[name];
  const route = isWrite(name) ? embedWrites[name] : (`GET ${embedReadPath(name as "embed.events")}` as const);
  const produces = (embedProduces as Partial<Record<EmbedOperation, string>>)[name];
  const built = operationRow(tier, route, scope, also, summary, { auth: "embed", ...extra });
  return { ...built, path: embedPrefix + built.path, ...(produces && { produces }) };
}

function isWrite(name: EmbedOperation): name is EmbedWrite {
  return name in embedWrites;
}
