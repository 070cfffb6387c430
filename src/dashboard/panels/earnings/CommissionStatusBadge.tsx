import type { ReactElement } from "react";
import type { CommissionStatus, Earning } from "../../../contract/records.ts";
import { useDashboard } from "../../dashboard-context.ts";
import type { Format } from "../../format/create-format.ts";
import { holdText } from "../../format/hold-text.ts";
import { UnknownAmount } from "../../UnknownAmount.tsx";
import { Badge, type Tone } from "../../ui/Badge.tsx";

const TONES: Readonly<Record<CommissionStatus, Tone>> = {
  pending: "warning",
  hold: "warning",
  processed: "neutral",
  paid: "success",
  refunded: "danger",
  canceled: "danger",
  duplicate: "danger",
  fraud: "danger",
};

/** The status of a commission. An unknown status of a newer service is shown neutrally by its own name and must not crash. */
export function CommissionStatusBadge({ status }: { status: CommissionStatus }): ReactElement {
  const { t } = useDashboard().format;
  const known = status in TONES;
  return <Badge tone={known ? TONES[status] : "neutral"}>{known ? t(`commission.${status}`) : status}</Badge>;
}

/**
 * One line on what a status means; null where there is nothing to add.
 * @param now the time of the service's answer: a hold that has ended by then is not shown
 */
export function commissionMeaning(format: Format, earning: Earning, now: string): string | null {
  const { t, date } = format;
  const { status, payableAt, paidAt } = earning;
  if (!(status in TONES)) return null;
  if (status === "paid") return paidAt && t("meaning.paid", { date: date(paidAt) });
  if (status === "hold") return holdText(format, earning.statusReason);
  if (status !== "pending") return t(`meaning.${status}`);
  return payableAt && payableAt > now ? t("meaning.pending", { date: date(payableAt) }) : t("meaning.pendingDue");
}

/** The earnings, as far as known. */
export function EarnedAmount({ earning }: { earning: Earning }): ReactElement {
  const { format } = useDashboard();
  const { earnings, currency, unknownReason, statusReason } = earning;
  if (earnings === null) return <UnknownAmount reason={unknownReason ?? statusReason} />;
  return <>{format.money(earnings, currency)}</>;
}

/** Whether money is taken back by it. */
export function isTakenBack({ earnings }: Earning): boolean {
  return earnings !== null && earnings < 0;
}

/** What a negative amount is called. */
export function commissionWord({ t }: Format, earning: Earning): string {
  return t(earning.sourceId ? "earnings.refund" : `earnings.type.${earning.type}`);
}
