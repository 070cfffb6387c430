import type { ErrorCode } from "./errors.ts";

/** Which credential an operation takes; `publishable` and `none` also pass without one where the contract says so. */
export type OperationAuth = "key" | "publishable" | "embed" | "none";

/** An operation as data: where it is, who may call it, what it answers. */
export interface OperationRow {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below {base_url}; parameters in braces. */
  path: string;
  auth: OperationAuth;
  /** Scope of the key or embed token. */
  scope: string;
  /** Scopes that are needed beside it, because of what the operation lets others do. */
  needs?: readonly string[];
  /** The one success status. */
  ok: 200 | 201 | 202;
  /** Errors besides those every operation may answer (400, 401, 403, 422, 429, 500). */
  also: readonly ErrorCode[];
  tier: 1 | 2 | 3;
  /** Content types of a success that is a file or a stream, comma-separated, the usual one first. */
  produces?: string;
  summary: string;
}

type Extra = Partial<OperationRow>;

/** Completes a row of the table: omitted parts get the value most rows have. */
export function operationRow(
  tier: 1 | 2 | 3,
  route: `${OperationRow["method"]} ${string}`,
  scope: string,
  also: readonly ErrorCode[],
  summary: string,
  extra: Extra = {},
): OperationRow {
  const [method, path] = route.split(" ") as [OperationRow["method"], string];
  return { method, path, auth: "key", scope, ok: 200, also, tier, summary, ...extra };
}
