import type { OperationOutput } from "../contract/operations.ts";
import type { Needs } from "./access.ts";
import { invalid, type Query } from "./query.ts";
import type { EmbedOperation } from "./scene.ts";
import type { World } from "./world.ts";

/** A call that passed transport and access checks. */
export interface DemoCall {
  world: World;
  query: Query;
  /** The JSON object sent, empty for reads. */
  body: Record<string, unknown>;
  /** `{id}` of the path. */
  id: string;
  signal: AbortSignal | undefined;
}

/** A route: what it needs and what it answers. A `Response` is sent as it is. */
export interface DemoRoute<N extends EmbedOperation> extends Needs {
  method: "GET" | "POST" | "PUT" | "PATCH";
  /** Below the prefix. */
  path: string;
  ok: 200 | 201;
  answer: (call: DemoCall) => OperationOutput<N> | Response | Promise<OperationOutput<N> | Response>;
}

/** Text of a body field, absent or `null` allowed; throws 422. */
export function readText(body: Record<string, unknown>, name: string, maxLength: number): string | null | undefined {
  const value = body[name];
  if (value === undefined || value === null) return value;
  if (typeof value !== "string") throw invalid("invalid_type", name, "must be a string");
  if (value.length > maxLength) throw invalid("too_big", name, `must have at most ${maxLength} characters`);
  return value.trim();
}
