import type { ReactElement } from "react";
import type { Earning } from "../../../contract/records.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { useEarnings } from "../../queries.ts";
import { BidiText } from "../../ui/BidiText.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Facts, type Fact } from "../../ui/Facts.tsx";
import { holdText } from "../../format/hold-text.ts";
import {
  CommissionState,
  commissionMeaning,
  commissionWord,
  EarnedAmount,
  isTakenBack,
  productName,
} from "./commission-words.tsx";

/** Props of {@link WhyDialog}. */
export interface WhyDialogProps {
  earning: Earning;
  onClose: () => void;
}

/** Why a commission has its amount, step by step: what was paid, rate, reward, refunds, corrections, and where it stands. */
export function WhyDialog({ earning, onClose }: WhyDialogProps): ReactElement {
  const { format } = useDashboard();
  const { t, money, number, percent, date } = format;
  const { rule, currency, customer, link, paidIn } = earning;
  const { original, takenBack } = useRelated(earning);
  const { amount, earnings, grossEarnings, refunded } = earning;
  const lost = grossEarnings === null || earnings === null ? 0 : earnings - grossEarnings;
  const told = ({ createdAt, earnings }: Earning): string =>
    [date(createdAt), earnings !== null && money(earnings, currency)].filter(Boolean).join(" · ");
  const rate = rule && (rule.type === "percentage" ? percent(rule.amount) : money(rule.amount, currency));
  const facts: Fact[] = [
    [t("list.what"), [commissionWord(format, earning), productName(earning)].filter(Boolean).join(" · ")],
    [t("list.status"), <CommissionState key="status" earning={earning} />],
    [t("list.date"), date(earning.createdAt)],
    [t("list.customer"), customer && <BidiText key="customer">{customer.label}</BidiText>],
    [
      t("list.link"),
      link && (
        <BidiText key="link" dir="ltr">
          {format.address(link.shortLink)}
        </BidiText>
      ),
    ],
    [t("earnings.paidIn"), paidIn && money(paidIn.amount, paidIn.currency)],
    [t("earnings.rate"), paidIn?.rate && exactNumber(format.locale, paidIn.rate)],
    [t("earnings.base"), amount ? money(amount, currency) : null],
    [t("earnings.rule"), rate],
    [t("earnings.quantity"), earning.quantity > 1 && number(earning.quantity)],
    [t("earnings.gross"), lost !== 0 && grossEarnings !== null && money(grossEarnings, currency)],
    [t("earnings.refunded"), refunded ? money(refunded, currency) : null],
    [t("earnings.lost"), lost !== 0 && money(lost, currency)],
    [t("earnings.correction"), original && told(original)],
    [t("earnings.takenBack"), takenBack.length > 0 && takenBack.map(told).join(", ")],
    [t("earnings.note"), earning.description && <BidiText key="note">{earning.description}</BidiText>],
    [
      t(isTakenBack(earning) ? "list.amount" : "earnings.earned"),
      <strong key="earned">
        <EarnedAmount earning={earning} />
      </strong>,
    ],
  ];
  // The API's reason is a code, not text; the status explains instead.
  const notes = [
    commissionMeaning(format, earning),
    earning.unknownReason && earning.unknownReason !== earning.statusReason && holdText(format, earning.unknownReason),
    rule?.capped && t("earnings.capped"),
    rule?.corrected && t("earnings.corrected"),
  ];
  return (
    <Dialog title={t("earnings.why")} onClose={onClose}>
      <div className="rf-stack rf-stack-12">
        <div>{notes.map((note) => note && <p key={note}>{note}</p>)}</div>
        <Facts facts={facts} />
      </div>
    </Dialog>
  );
}

const exactNumber = (locale: string, decimal: string): string =>
  new Intl.NumberFormat(locale, { maximumSignificantDigits: 10 }).format(Number(decimal));

/** The commission a correction lowers, or the corrections that lowered this one, read among the same customer's. */
function useRelated({ id, sourceId, customer }: Earning): { original: Earning | undefined; takenBack: Earning[] } {
  const { session } = useDashboard();
  const read = useEarnings(session, { customerId: customer?.id, limit: 100 }, customer !== null);
  const all = customer ? (read.data?.data ?? []) : [];
  return {
    original: all.find((one) => one.id === sourceId),
    takenBack: all.filter((one) => one.sourceId === id && isTakenBack(one)),
  };
}
