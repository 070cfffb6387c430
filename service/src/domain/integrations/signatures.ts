import { createHmac, timingSafeEqual } from "node:crypto";

/** How old a signature may be. */
const toleranceSeconds = 300;

/** A request as its signature covers it. */
export interface SignedRequest {
  bytes: Uint8Array;
  headers: Headers;
  /** Epoch milliseconds. */
  receivedAt: number;
}

/** By Stripe's library, which is loaded by the first event: it is large, and most services have one provider. */
export async function verifyStripe(secret: string, { bytes, headers, receivedAt }: SignedRequest): Promise<void> {
  const { Stripe } = await import("stripe");
  const header = headers.get("stripe-signature") ?? "";
  Stripe.webhooks.constructEvent(Buffer.from(bytes), header, secret, toleranceSeconds, undefined, receivedAt);
}

/** `ts=…;h1=…`: HMAC-SHA256 of `ts:body` in hex, several while Paddle changes secrets. */
export function verifyPaddle(secret: string, { bytes, headers, receivedAt }: SignedRequest): Promise<void> {
  return checked(() => {
    const parts = (headers.get("paddle-signature") ?? "").split(";").map((part) => part.trim().split("="));
    const [, time = ""] = parts.find(([name]) => name === "ts") ?? [];
    const expected = createHmac("sha256", secret).update(`${time}:`).update(bytes).digest("hex");
    const isSigned = parts.some(([name, value = ""]) => name === "h1" && isSame(value, expected));
    return isSigned && isRecent(time, receivedAt);
  });
}

/** As Standard Webhooks says, by its library. Polar signs with the secret as it stands until 2026, with what it encodes since. */
export async function verifyPolar(secret: string, { bytes, headers, receivedAt }: SignedRequest): Promise<void> {
  const { Webhook } = await import("standardwebhooks");
  const id = headers.get("webhook-id") ?? "";
  const time = headers.get("webhook-timestamp") ?? "";
  const given = (headers.get("webhook-signature") ?? "").split(" ");
  return checked(() => {
    if (id === "" || id.length > 255 || !isRecent(time, receivedAt)) return false;
    const signers = [new Webhook(Buffer.from(secret), { format: "raw" })];
    if (isEncoded(secret)) signers.push(new Webhook(secret));
    const sign = (signer: InstanceType<typeof Webhook>): string =>
      signer.sign(id, new Date(Number(time) * 1000), Buffer.from(bytes));
    return signers.some((signer) => given.some((signature) => isSame(signature, sign(signer))));
  });
}

/** HMAC-SHA256 of the body in hex. No date is signed: one body is one event for ever, and counts once. */
export function verifyLemonSqueezy(secret: string, { bytes, headers }: SignedRequest): Promise<void> {
  return checked(() => {
    const expected = createHmac("sha256", secret).update(bytes).digest("hex");
    return isSame(headers.get("x-signature") ?? "", expected);
  });
}

async function checked(isSigned: () => boolean): Promise<void> {
  if (!isSigned()) throw new Error("The signature does not match, or is too old.");
}

/** Compares without telling by its time how much of it is right. */
function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Whether a time in seconds is not long ago, nor long ahead. */
function isRecent(seconds: string, receivedAt: number): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(Math.floor(receivedAt / 1000) - Number(seconds)) <= toleranceSeconds;
}

function isEncoded(secret: string): boolean {
  const isBase64 = /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret);
  return isBase64 && (secret.length - "whsec_".length) % 4 === 0;
}
