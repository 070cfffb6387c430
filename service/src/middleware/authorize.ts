import {
  plans,
  ReferralsError,
  type ApiKeyScope,
  type OperationName,
  type OperationRow,
} from "referrals-embed/contract";
import { mayDo } from "../domain/people/roles.ts";
import { credentialMissing, type Caller } from "./authenticate.ts";

const needed = {
  key: "a secret API key (ref_...)",
  publishable: "a publishable key (ref_pub_...)",
  embed: "an embed token",
};

/** Whether an operation is a public file, e.g. a QR code: a credential that a client sends anyway is ignored. */
export function isForEveryone({ auth, method }: OperationRow): boolean {
  return auth === "none" && method === "GET";
}

/**
 * Checks kind, scope and plan of a credential, in this order.
 * @throws unauthorized without a credential where one is needed, forbidden otherwise
 */
export function authorize(row: OperationRow, caller: Caller): void {
  if (row.auth === "none") return checkOptional(caller);
  if (caller.kind === "none") throw credentialMissing();
  if (caller.kind !== row.auth) {
    throw new ReferralsError(
      "forbidden",
      `This operation needs ${needed[row.auth]}; another kind of credential was sent.`,
    );
  }
  checkScope(row, caller);
  if (caller.kind === "embed" || row.scope === "tokens.write") checkEmbedPlan(caller);
}

/** Operations without a credential also take a publishable key. A secret key is refused: in a browser it is a leak. */
function checkOptional(caller: Caller): void {
  if (caller.kind === "none" || caller.kind === "publishable") return;
  throw new ReferralsError("forbidden", `This operation takes ${needed.publishable} or no credential.`);
}

function checkScope({ scope, needs = [] }: OperationRow, caller: Caller): void {
  const lacking = [scope, ...needs].find((one) => !hasScope(caller, one));
  if (lacking !== undefined) throw new ReferralsError("forbidden", `This credential lacks the scope ${lacking}.`);
}

function hasScope(caller: Caller, scope: string): boolean {
  const scopes: readonly string[] | null = caller.kind === "key" || caller.kind === "embed" ? caller.scopes : null;
  return scopes === null || scopes.includes(scope);
}

/** Checks whether a person's role allows an operation; API keys have scopes alone. @throws forbidden */
export function checkRole(operation: OperationName, caller: Caller): void {
  if (caller.kind !== "key" || !caller.person || mayDo(caller.person.role, operation)) return;
  throw new ReferralsError("forbidden", `Your role, ${caller.person.role}, does not allow this. Ask an owner.`);
}

/** Refuses a part of a request to people who are not owners. @throws forbidden */
export function needOwner(caller: Caller, part: string): void {
  if (caller.kind !== "key" || !caller.person || caller.person.role === "owner") return;
  throw new ReferralsError("forbidden", `Only an owner may change ${part}. Leave it out, or ask an owner.`);
}

/** Checks an additional scope for a part of a request. @throws forbidden without it */
export function needScope(caller: Caller, scope: ApiKeyScope, part: string): void {
  if (hasScope(caller, scope)) return;
  throw new ReferralsError(
    "forbidden",
    `${part} needs the scope ${scope}, which this credential lacks. Use a key that has it, or leave it out.`,
  );
}

/** Only embed tokens are gated; the data API checks again, so a downgrade closes running embeds. */
function checkEmbedPlan(caller: Caller): void {
  if (caller.kind === "none" || plans.indexOf(caller.plan) >= plans.indexOf("advanced")) return;
  throw new ReferralsError(
    "forbidden",
    `The embed needs the plan advanced or above; the workspace is on ${caller.plan}.`,
  );
}
