/** Data that a server signs for a checkout which the buyer can change. */
export interface SignCustomDataOptions {
  /** The workspace's secret key, `ref_...`, with the scope `track.write`. It stays on the server: only a signature leaves it. */
  apiKey: string;
  /** Your id of the payer. Without accounts use an id that nobody can reuse, e.g. that of the order. */
  customerExternalId: string;
  /** The click that brought them, if one did. */
  clickId?: string | null;
  /** The partner's discount code, where the provider does not tell which one was used (Lemon Squeezy). */
  discountCode?: string | null;
  /** How long a first purchase may take, in seconds. Renewals of it may come later. Default 86400. */
  expiresInSeconds?: number;
  /** The integration's `clickIdKey`. Default `ref_id`. */
  key?: string;
  /** Epoch milliseconds. Default: now. */
  now?: number;
}

/**
 * Signs the customer and click of a checkout, so that they count as sent by your server although Paddle, Lemon Squeezy or a payment link of
 * Stripe passes them through the buyer's browser.
 * @returns the custom data, to merge with your own
 * @example
 * const customData = await signCustomData({ apiKey, clickId, customerExternalId: user.id });
 * // In the page: Paddle.Checkout.open({ items, customData });
 */
export async function signCustomData(options: SignCustomDataOptions): Promise<Record<string, string>> {
  const { apiKey, customerExternalId, clickId, discountCode, expiresInSeconds = 86_400, key = "ref_id" } = options;
  if (!apiKey.startsWith("ref_") || /^ref_(pub|embed)_/.test(apiKey))
    throw new TypeError("signCustomData needs a secret API key (ref_...).");
  if (customerExternalId === "") throw new TypeError("signCustomData needs your id of the customer.");
  const claims = {
    u: customerExternalId,
    ...(clickId && { c: clickId }),
    ...(discountCode && { d: discountCode }),
    e: Math.floor((options.now ?? Date.now()) / 1000) + expiresInSeconds,
  };
  const text = new TextEncoder();
  const body = base64url(text.encode(JSON.stringify(claims)));
  // The service stores only a key's hash, so both sides sign with the hash.
  const hash = hex(await crypto.subtle.digest("SHA-256", text.encode(apiKey)));
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const signer = await crypto.subtle.importKey("raw", text.encode(hash), algorithm, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", signer, text.encode(`custom-data.${body}`));
  return { [key]: `rs1_${body}${base64url(new Uint8Array(signature))}` };
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Letters, digits, `-` and `_`: valid in a parameter of a checkout's address. */
function base64url(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
