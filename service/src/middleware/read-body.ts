import { ReferralsError } from "referrals-embed/contract";
import { ways } from "../bounds.ts";
import { addressBucket } from "./client-address.ts";
import { excessOf } from "./json-shape.ts";
import { tooManyParts } from "./reject-unstorable.ts";

/** Total bytes of unfinished bodies: each body is bounded, but there may be thousands. */
const unread = { total: 0, ofAddress: new Map<string, number>() };

/**
 * Reads a request body, never more than its limit.
 * @param from the client's address: unread bytes are bounded per address first, so that one client cannot take all the memory
 * @param maxBytes default that of a JSON body
 * @throws bad_request when it is larger, or ends early; rate_limit_exceeded while too many others are being sent
 */
export async function readBody(
  request: Request,
  from: string,
  maxBytes: number = ways.body.bytes,
): Promise<Uint8Array> {
  const address = addressBucket(from);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      const ofAddress = holdUnread(address, chunk.length);
      if (size > maxBytes) throw tooLarge(maxBytes);
      if (ofAddress > ways.unread.bytesOfAddress || unread.total > ways.unread.bytes) throw tooMany();
      chunks.push(chunk);
    }
  } catch (cause) {
    // A client that disconnects midway is not an error of the service.
    throw cause instanceof ReferralsError
      ? cause
      : new ReferralsError("bad_request", "The body ended before its announced length.", { cause });
  } finally {
    holdUnread(address, -size);
  }
  return Buffer.concat(chunks);
}

/** @returns the address's unread bytes */
function holdUnread(address: string, bytes: number): number {
  unread.total += bytes;
  const now = (unread.ofAddress.get(address) ?? 0) + bytes;
  if (now === 0) unread.ofAddress.delete(address);
  else unread.ofAddress.set(address, now);
  return now;
}

function tooLarge(maxBytes: number): ReferralsError {
  return new ReferralsError("bad_request", `The body is larger than ${maxBytes / 1024} KiB. Send less in one request.`);
}

function tooMany(): ReferralsError {
  const message = "Too many bodies are being sent at once. Send this one again in a moment.";
  return new ReferralsError("rate_limit_exceeded", message, { retryAfter: 1 });
}

/**
 * Reads JSON from a body that should hold it.
 * @throws bad_request for another content type, an empty body, bytes that are not UTF-8, malformed or too deep JSON; unprocessable_entity for
 * many more values and names than a body may have
 */
export function parseJson(bytes: Uint8Array, contentType: string | null): unknown {
  if (mediaType(contentType) !== "application/json") {
    throw new ReferralsError("bad_request", "The Content-Type must be application/json.");
  }
  if (bytes.length === 0) throw new ReferralsError("bad_request", "The body is empty; send a JSON value.");
  const { depth, parts } = ways.body;
  const excess = excessOf(bytes);
  if (excess === "parts") throw tooManyParts(parts);
  if (excess === "depth") {
    throw new ReferralsError("bad_request", `The body is nested more than ${depth} levels deep. Send flatter JSON.`);
  }
  return parse(bytes);
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
