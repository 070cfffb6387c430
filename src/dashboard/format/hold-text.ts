import type { Earning } from "../../contract/records.ts";
import type { Format } from "./create-format.ts";

const known = ["review", "self_referral", "dispute", "fx_unknown", "unverified"] as const;

/** Why money is kept back, in words; a reason that a later service adds is a review. */
export function holdText({ t }: Format, reason: string | null): string {
  return t(`hold.${known.find((one) => one === reason) ?? "review"}`);
}

/** In the place of an amount that nobody knows yet. */
export function unknownAmount({ t }: Format, reason: string | null): string {
  return reason === "fx_unknown" ? t("hold.noRate") : "–";
}

/** What a commission earns, in words where nobody knows it yet: the 0 that stands for it is no amount. */
export function earningText(
  format: Format,
  earning: Pick<Earning, "earnings" | "currency" | "status" | "statusReason">,
): string {
  const { earnings, currency, status, statusReason: reason } = earning;
  const isUnknown = status === "hold" && earnings === 0 && (reason === "fx_unknown" || reason === "unverified");
  return isUnknown ? unknownAmount(format, reason) : format.money(earnings, currency);
}
