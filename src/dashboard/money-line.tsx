import { Fragment, type ReactElement } from "react";
import type { EmbedEarnings } from "../contract/records.ts";
import { useDashboard } from "./dashboard-context.ts";
import type { Format } from "./format/create-format.ts";
import { usePayoutMethod } from "./queries.ts";

/** What stands between the partner and the next payout. */
export interface PayoutDue {
  /** Opens the settings, where a method is still to be chosen. */
  setUp: (() => void) | undefined;
  /** What is missing to the minimum, else the program's next payout day; nothing where there is neither. */
  text: string | undefined;
  /** How much of the minimum is reached, 0 to 1; `undefined` once it is. */
  reached: number | undefined;
}

/** When it is paid, what is missing for that, or the one thing to do first. */
export function usePayoutDue({ currency, minimum, toMinimum, nextPayoutDate }: EmbedEarnings): PayoutDue {
  const { bootstrap, format, session, goTo, sections, can } = useDashboard();
  const { t, money, date } = format;
  const { data } = usePayoutMethod(session, bootstrap.sections.payoutSettings);
  const isOpen = data?.method === null && can("payouts:write") && sections.includes("settings");
  const missing =
    toMinimum > 0 && t("payout.toMinimum", { missing: money(toMinimum, currency), minimum: money(minimum, currency) });
  return {
    setUp: isOpen ? () => goTo("settings") : undefined,
    text: missing || (nextPayoutDate ? t("payout.next", { date: date(nextPayoutDate) }) : undefined),
    reached: missing ? Math.max(0, 1 - toMinimum / minimum) : undefined,
  };
}

/** A part of what was earned, by where it stands. */
interface MoneyPart {
  key: "clearing" | "onTheWay" | "held" | "paid";
  label: string;
  amount: number;
  /** When parts of it may be paid, where that is on more than one day. */
  days?: readonly { date: string; amount: number }[];
}

/** Everything earned that is not ready to be paid, in the order in which it comes; with what is ready it is all there is. */
function moneyParts({ clearing, onTheWay, held, paid }: EmbedEarnings, { t, date }: Format): MoneyPart[] {
  const last = clearing.at(-1);
  const parts: MoneyPart[] = [
    { key: "onTheWay", label: t("payout.onTheWay"), amount: onTheWay },
    { key: "held", label: t("payout.held"), amount: held },
  ];
  return [
    ...(last ? [clearingPart(clearing, t("payout.clearing", { date: date(last.date) }))] : []),
    ...parts.filter(({ amount }) => amount !== 0),
    { key: "paid", label: t("payout.paid"), amount: paid },
  ];
}

/** The first two days by themselves, and the others together on the last. */
function clearingPart(clearing: EmbedEarnings["clearing"], label: string): MoneyPart {
  const amount = clearing.reduce((sum, day) => sum + day.amount, 0);
  const [first, second, ...others] = clearing;
  if (!first || !second) return { key: "clearing", label, amount };
  const rest = others.reduce((sum, day) => sum + day.amount, 0);
  const last = others.at(-1);
  return { key: "clearing", label, amount, days: [first, second, ...(last ? [{ ...last, amount: rest }] : [])] };
}

/** Where all that is not ready to be paid stands; `withDays` also says when what is clearing may be paid. */
export function MoneyFacts({
  earnings,
  className = "rf-facts",
  withDays = false,
}: {
  earnings: EmbedEarnings;
  className?: string;
  withDays?: boolean;
}): ReactElement {
  const { format } = useDashboard();
  const { money, date } = format;
  return (
    <dl className={className}>
      {moneyParts(earnings, format).map(({ key, label, amount, days = [] }) => (
        <Fragment key={key}>
          <div>
            <dt>{label}</dt>
            <dd>{money(amount, earnings.currency)}</dd>
          </div>
          {withDays &&
            days.map((day) => (
              <div key={day.date} className="rf-fact-part">
                <dt>{date(day.date)}</dt>
                <dd>{money(day.amount, earnings.currency)}</dd>
              </div>
            ))}
        </Fragment>
      ))}
    </dl>
  );
}

/** How much of the minimum is reached; the text beside it says the same. */
export function PayoutMeter({ reached }: Pick<PayoutDue, "reached">): ReactElement | null {
  if (reached === undefined) return null;
  return (
    <span className="rf-meter" aria-hidden="true">
      <span style={{ inlineSize: `${reached * 100}%` }} />
    </span>
  );
}
