import type { Format } from "./create-format.ts";

const known = ["review", "self_referral", "dispute", "fx_unknown", "unverified"] as const;

/** Why money is held, in words; an unknown reason of a newer service is shown as a review. */
export function holdText({ t }: Format, reason: string | null): string {
  return t(`hold.${known.find((one) => one === reason) ?? "review"}`);
}
