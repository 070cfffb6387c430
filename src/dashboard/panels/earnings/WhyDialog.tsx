import type { ReactElement } from "react";
import type { Earning } from "../../../contract/records.ts";
import { useDashboard } from "../../dashboard-context.ts";
import { useEarnings } from "../../queries.ts";
import { BidiText } from "../../ui/BidiText.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { CommissionStatusBadge, commissionMeaning } from "./CommissionStatusBadge.tsx";

/** Props of {@link WhyDialog}. */
export interface WhyDialogProps {
  earning: Earning;
  onClose: () => void;
}

/** Why a commission has its amount: base, rate or fixed sum, cap, hold, payout, and what it corrects. */
export function WhyDialog({ earning, onClose }: WhyDialogProps): ReactElement {
  const { bootstrap, format } = useDashboard();
  const { t, money, number, percent, date } = format;
  const { rule, currency, customer, link } = earning;
  const rate = rule && (rule.type === "percentage" ? percent(rule.amount) : money(rule.amount, currency));
  const facts: (readonly [label: string, value: ReactElement | string | false | null | undefined])[] = [
    [t("list.status"), <CommissionStatusBadge key="status" status={earning.status} />],
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
    [t("earnings.base"), earning.amount !== 0 && money(earning.amount, currency)],
    [t("earnings.rule"), rate],
    [t("earnings.quantity"), earning.quantity > 1 && number(earning.quantity)],
    [t("earnings.correction"), useOriginal(earning)],
    [t("earnings.note"), earning.description && <BidiText key="note">{earning.description}</BidiText>],
    [
      t(earning.earnings < 0 ? "list.amount" : "earnings.earned"),
      <strong key="earned">{money(earning.earnings, currency)}</strong>,
    ],
  ];
  // The API's reason is a code, not text; the status explains instead.
  const notes = [commissionMeaning(format, earning, bootstrap.generatedAt), rule?.capped && t("earnings.capped")];
  return (
    <Dialog title={t("earnings.why")} onClose={onClose}>
      <div className="rf-stack rf-stack-12">
        <div>{notes.map((note) => note && <p key={note}>{note}</p>)}</div>
        <dl className="rf-facts">
          {facts.map(
            ([label, value]) =>
              value && (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
      </div>
    </Dialog>
  );
}

/** The commission a correction lowers, in the reader's words: its day and amount, read among the same customer's. */
function useOriginal({ sourceId, customer }: Earning): string | undefined {
  const { session, format } = useDashboard();
  const query = { customerId: customer?.id, limit: 100 };
  const read = useEarnings(session, query, Boolean(sourceId && customer));
  const original = read.data?.data.find(({ id }) => id === sourceId);
  return original && `${format.date(original.createdAt)} · ${format.money(original.earnings, original.currency)}`;
}
