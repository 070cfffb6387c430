import type { WebhookEvent } from "../contract/index.ts";

/** The inputs for checking a delivery. */
export interface VerifyWebhookOptions {
  /** The raw body, before any JSON parsing. */
  payload: string;
  /** The request's headers: a `Headers`, or a plain object with lower-case names (Node). */
  headers: Headers | Record<string, string | string[] | undefined>;
  /** `whsec_...`; during a rotation give both. */
  secret: string | readonly string[];
  /** How old a delivery may be, in seconds. Default 300. */
  toleranceSeconds?: number;
  /** Epoch milliseconds. Default: now. */
  now?: number;
}

/** A delivery that is not from the service, or too old. Answer it with 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name: string = "WebhookVerificationError";
}

/**
 * Checks the signature of a webhook delivery (Standard Webhooks) and answers its event.
 * @throws {WebhookVerificationError} when a header is missing, the time is off or no signature matches.
 * @example
 * const event = await verifyWebhook({ payload: await request.text(), headers: request.headers, secret });
 */
export async function verifyWebhook<T = unknown>(options: VerifyWebhookOptions): Promise<WebhookEvent<T>> {
  const id = header(options.headers, "webhook-id");
  const timestamp = header(options.headers, "webhook-timestamp");
  const ageSeconds = Math.abs((options.now ?? Date.now()) / 1000 - Number(timestamp));
  if (!(ageSeconds <= (options.toleranceSeconds ?? 300))) {
    throw new WebhookVerificationError(
      "webhook-timestamp is too far from this server's clock; the delivery is refused.",
    );
  }
  const given = header(options.headers, "webhook-signature")
    .split(" ")
    .flatMap((part) => (part.startsWith("v1,") ? [part.slice(3)] : []));
  const secrets = typeof options.secret === "string" ? [options.secret] : options.secret;
  for (const secret of secrets) {
    const expected = await sign(secret, `${id}.${timestamp}.${options.payload}`);
    if (given.some((signature) => equalConstantTime(signature, expected))) {
      return JSON.parse(options.payload) as WebhookEvent<T>;
    }
  }
  throw new WebhookVerificationError(
    "No signature matches: check the secret, and that the raw body is passed unchanged.",
  );
}

function header(headers: VerifyWebhookOptions["headers"], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== "string" || value === "") throw new WebhookVerificationError(`The header ${name} is missing.`);
  return value;
}

async function sign(secret: string, content: string): Promise<string> {
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, "")), (char) => char.charCodeAt(0));
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(content));
  return btoa(String.fromCharCode(...new Uint8Array(signature)));
}

function equalConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < b.length; i++) difference |= (a.charCodeAt(i) || 0) ^ b.charCodeAt(i);
  return difference === 0;
}
