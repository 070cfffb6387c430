import type { OperationRow } from "./operation-row.ts";
import type { OperationName } from "./operations.ts";

/** Below {base_url}. */
export const embedPrefix = "/embed/referrals";

/** Name of an operation of the embed data API. */
type EmbedOperationName = Extract<OperationName, `embed.${string}`>;
/** Method and path below {@link embedPrefix}. */
type EmbedRoute = `${OperationRow["method"]} ${string}`;

/** Operations that are not a read at the address of their own name. */
const elsewhere: Partial<Record<EmbedOperationName, EmbedRoute>> = {
  "embed.bootstrap": "GET ",
  "embed.earningsTimeseries": "GET /earnings/timeseries",
  "embed.createLink": "POST /links",
  "embed.updateLink": "PATCH /links/{id}",
  "embed.createReferral": "POST /referrals",
  "embed.accept": "POST /enrollment/accept",
  "embed.decline": "POST /enrollment/decline",
  "embed.leave": "POST /enrollment/leave",
  "embed.withdraw": "POST /enrollment/withdraw",
  "embed.reapply": "POST /enrollment/reapply",
  "embed.updateProfile": "PATCH /profile",
  "embed.payoutMethod": "GET /payout-method",
  "embed.setPayoutMethod": "PUT /payout-method",
};

/** Where an operation of the embed data API is (api-contract §10.1): all that a browser has to know of it. */
export const embedRoute = (name: EmbedOperationName): EmbedRoute =>
  elsewhere[name] ?? `GET /${name.replace("embed.", "")}`;

/** Content types of the embed operations that answer a file or a stream. */
export const embedProduces: Partial<Record<OperationName, string>> = {
  "embed.export": "application/json, text/csv",
  "embed.stream": "text/event-stream",
};
