import { ReferralsError } from "referrals-embed/contract";

/** Largest request body in bytes. */
export const maxBodyBytes = 1024 * 1024;

/** Deepest nesting of a request body; no operation needs a tenth of it. */
const maxDepth = 64;

/**
 * Reads a request body, never more than its limit.
 * @throws bad_request when it is larger, or ends early
 */
export async function readBody(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      if (size > maxBodyBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (cause) {
    // Whoever hangs up midway is no failure of ours.
    throw cause instanceof ReferralsError
      ? cause
      : new ReferralsError("bad_request", "The body ended before its announced length.", { cause });
  }
  return Buffer.concat(chunks);
}

function tooLarge(): ReferralsError {
  return new ReferralsError("bad_request", "The body is larger than 1 MiB. Send less in one request.");
}

/**
 * Reads JSON from a body that should hold it.
 * @throws bad_request for another content type, an empty body, bytes that are not UTF-8, malformed or too deep JSON
 */
export function parseJson(bytes: Uint8Array, contentType: string | null): unknown {
  if (mediaType(contentType) !== "application/json") {
    throw new ReferralsError("bad_request", "The Content-Type must be application/json.");
  }
  if (bytes.length === 0) throw new ReferralsError("bad_request", "The body is empty; send a JSON value.");
  const value = parse(bytes);
  if (isDeeper(value, maxDepth)) {
    throw new ReferralsError("bad_request", `The body is nested more than ${maxDepth} levels deep. Send flatter JSON.`);
  }
  return value;
}

/** A `Content-Type` without its parameters, in lower case. */
export function mediaType(contentType: string | null | undefined): string | undefined {
  return contentType?.split(";")[0]?.trim().toLowerCase();
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new ReferralsError("bad_request", "The body is not valid JSON in UTF-8.", { cause });
  }
}

/** Whether a value is nested deeper than `levels`; what walks it later, recursively, has the stack for less. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1));
}
