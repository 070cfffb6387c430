import type { ReactElement } from "react";
import type { Bootstrap, CommissionStatus, Earning } from "../../../contract/records.ts";
import { useDashboard } from "../../dashboard-context.ts";
import type { Format } from "../../format/create-format.ts";
import { holdText } from "../../format/hold-text.ts";
import { UnknownAmount } from "../../UnknownAmount.tsx";
import { Badge, type Tone } from "../../ui/Badge.tsx";

/** Statuses that need attention; `null` for those of money that goes its way. */
const TONES: Readonly<Record<CommissionStatus, Tone | null>> = {
  pending: null,
  processed: null,
  paid: null,
  hold: "warning",
  refunded: "danger",
  canceled: "danger",
  duplicate: "danger",
  fraud: "danger",
};

/**
 * Where a commission stands, in a word; a badge only where it needs attention, as 25 of them would mean nothing. An unknown
 * status of a newer service is shown neutrally by its own name and must not crash.
 */
export function CommissionState({ earning }: { earning: Earning }): ReactElement {
  const { bootstrap, format } = useDashboard();
  const { status } = earning;
  if (!(status in TONES)) return <Badge>{status}</Badge>;
  const tone = TONES[status];
  if (tone) return <Badge tone={tone}>{format.t(`commission.${status}`)}</Badge>;
  return <span className="rf-muted">{stateText(format, earning, bootstrap)}</span>;
}

function stateText({ t, day }: Format, earning: Earning, { generatedAt, program }: Bootstrap): string {
  const { status, payableAt, payout } = earning;
  // A payout that nobody has started yet is the next payout; its money is as ready as the rest.
  if (status !== "pending" && payout?.status !== "pending") return t(`commission.${status}`);
  if (isTakenBack(earning)) return t("commission.taken");
  return payableAt && payableAt > generatedAt
    ? t("commission.clears", { date: day(payableAt, program.timezone) })
    : t("commission.ready");
}

/** One line on what a status means; null where there is nothing to add to its word. */
export function commissionMeaning(format: Format, earning: Earning): string | null {
  const { t, date } = format;
  const { status, paidAt } = earning;
  if (!(status in TONES)) return null;
  if (status === "paid") return paidAt && t("meaning.paid", { date: date(paidAt) });
  if (status === "hold") return holdText(format, earning.statusReason);
  if (status !== "pending") return t(`meaning.${status}`);
  return isTakenBack(earning) ? t("payout.takenBack") : null;
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

/** What a commission is for. */
export function commissionWord({ t }: Format, earning: Earning): string {
  const { type, sourceId, isRenewal } = earning;
  if (isRenewal) return t("earnings.type.renewal");
  if (type !== "custom") return t(`earnings.type.${type}`);
  if (sourceId && isTakenBack(earning)) return t("earnings.refund");
  return t(sourceId || isTakenBack(earning) ? "earnings.type.correction" : "earnings.type.custom");
}

/** Ids that payment providers give products: nobody reads them. */
const CODE = /^(?:\d+|[\da-f-]{36}|[a-z]+_(?=\w*\d)\w{8,})$/i;

/** The product sold, where it has a name. */
export function productName({ productId }: Earning): string | null {
  return productId && !CODE.test(productId) ? productId : null;
}
