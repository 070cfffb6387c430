import { check } from "./query.ts";

/** A call that passed transport and access checks. */
export interface DemoCall {
  query: URLSearchParams;
  /** The JSON object sent, empty for reads. */
  body: Record<string, unknown>;
  /** Last segment of the path: the id, or the action. */
  id: string;
  signal: AbortSignal | null | undefined;
}

/** Text of a body field, absent or `null` allowed; throws 422. */
export function readText(body: Record<string, unknown>, name: string, maxLength: number): string | null | undefined {
  const value = body[name] as string | null | undefined;
  if (value === undefined || value === null) return value;
  check(typeof value === "string", `invalid_type: ${name}: must be a string`);
  check(value.length <= maxLength, `too_big: ${name}: at most ${maxLength} characters`);
  return value.trim();
}

/** Yes or no of a body field, absent allowed; throws 422. */
export function readFlag(body: Record<string, unknown>, name: string): boolean | undefined {
  const value = body[name];
  check(value === undefined || typeof value === "boolean", `invalid_type: ${name}: must be a boolean`);
  return value;
}

/** Whether a value of a JSON body is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return Object(value) === value && !Array.isArray(value);
}
