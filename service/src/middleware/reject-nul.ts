import { ReferralsError } from "referrals-embed/contract";

/**
 * U+0000 cannot be stored as text, so it is refused in every string of a request (api-contract §2).
 * @throws unprocessable_entity naming the first string that holds one
 */
export function rejectNul(value: unknown, path = ""): void {
  if (typeof value === "string") {
    if (value.includes("\0")) {
      throw new ReferralsError("unprocessable_entity", `invalid_format: ${path || "body"}: must not contain U+0000`);
    }
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[${key}]` : [path, key].filter(Boolean).join(".");
    rejectNul(key, at.replaceAll("\0", "\\u0000"));
    rejectNul(item, at);
  }
}
