import type { OperationRow } from "./operation-row.ts";
import type { OperationName } from "./operation-shapes.ts";

/** Below {base_url}. */
export const embedPrefix = "/embed/referrals";

/** Name of an operation of the embed data API. */
export type EmbedOperation = Extract<OperationName, `embed.${string}`>;

/** Name of an operation that changes something. */
export type EmbedWrite = Extract<
  EmbedOperation,
  | `embed.${"create" | "update" | "set"}${string}`
  | `embed.${"apply" | "accept" | "decline" | "leave" | "withdraw" | "reapply"}`
>;

/** Operations that change something, and where they are. */
export const embedWrites: Readonly<Record<EmbedWrite, `${OperationRow["method"]} ${string}`>> = {
  "embed.createLink": "POST /links",
  "embed.updateLink": "PATCH /links/{id}",
  "embed.createReferral": "POST /referrals",
  "embed.apply": "POST /enrollment/apply",
  "embed.accept": "POST /enrollment/accept",
  "embed.decline": "POST /enrollment/decline",
  "embed.leave": "POST /enrollment/leave",
  "embed.withdraw": "POST /enrollment/withdraw",
  "embed.reapply": "POST /enrollment/reapply",
  "embed.updateProfile": "PATCH /profile",
  "embed.setPayoutMethod": "PUT /payout-method",
  "embed.setMilestonesTold": "PUT /milestones",
};

/** Reads whose address differs from their name. */
const elsewhere: Partial<Record<EmbedOperation, string>> = {
  "embed.bootstrap": "",
  "embed.payoutMethod": "/payout-method",
};

/** Path of a read, derived from the operation's name so that browser bundles need no table. Of the timeseries it covers only analytics. */
export const embedReadPath = (name: Exclude<EmbedOperation, EmbedWrite | "embed.earningsTimeseries">): string =>
  elsewhere[name] ?? name.replace("embed.", "/");

/** Content types of the reads that answer a file or a stream. */
export const embedProduces = {
  "embed.export": "application/json, text/csv",
  "embed.stream": "text/event-stream",
} as const;
