import { Fragment, type ReactElement } from "react";
import type { EmbedEarnings } from "../contract/records.ts";
import { useDashboard } from "./dashboard-context.ts";
import type { Format } from "./format/create-format.ts";
import { holdText } from "./format/hold-text.ts";
import { usePayoutMethod } from "./queries.ts";
import { MissingValue } from "./ui/MissingValue.tsx";

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
  /** `null` while none of it is known. */
  amount: number | null;
  /** What it consists of: by day, or by reason. */
  parts?: readonly { label: string; amount: number | null }[];
}

/** Everything earned that is not ready to be paid, in the order in which it comes; with what is ready it is all there is. */
function moneyParts({ clearing, onTheWay, held, onHold, paid }: EmbedEarnings, format: Format): MoneyPart[] {
  const { t } = format;
  const reasons = onHold.map(({ reason, amount }) => ({ label: holdText(format, reason), amount }));
  const parts: MoneyPart[] = [
    { key: "onTheWay", label: t("payout.onTheWay"), amount: onTheWay },
    // Money that nobody can value yet is named, never a 0.
    { key: "held", label: t("payout.held"), amount: isNoneKnown(onHold) ? null : held, parts: reasons },
  ];
  return [
    ...clearingPart(clearing, format),
    ...parts.filter(({ amount }) => amount !== 0),
    { key: "paid", label: t("payout.paid"), amount: paid },
  ];
}

function isNoneKnown(onHold: EmbedEarnings["onHold"]): boolean {
  return onHold.length > 0 && onHold.every(({ amount }) => amount === null);
}

/** The first two days by themselves, and the others together on the last. */
function clearingPart(clearing: EmbedEarnings["clearing"], { t, date }: Format): MoneyPart[] {
  const last = clearing.at(-1);
  if (!last) return [];
  const sum = (days: EmbedEarnings["clearing"]): number => days.reduce((total, day) => total + day.amount, 0);
  const [first, second, ...others] = clearing;
  const days = [first, second, others.length > 0 ? { ...last, amount: sum(others) } : undefined];
  const parts = days.flatMap((day) => (day ? [{ label: date(day.date), amount: day.amount }] : []));
  const label = t("payout.clearing", { date: date(last.date) });
  return [{ key: "clearing", label, amount: sum(clearing), parts: second && parts }];
}

/** Where all that is not ready to be paid stands; `inParts` also says when what is clearing may be paid, and why money is held. */
export function MoneyFacts({ earnings, inParts }: { earnings: EmbedEarnings; inParts?: boolean }): ReactElement {
  const { format } = useDashboard();
  const { currency } = earnings;
  return (
    <dl className="rf-facts rf-facts-plain">
      {moneyParts(earnings, format).map(({ key, label, amount, parts = [] }) => (
        <Fragment key={key}>
          <div>
            <dt>{label}</dt>
            <dd>
              <KnownMoney amount={amount} currency={currency} />
            </dd>
          </div>
          {parts
            .filter((part) => inParts || (part.amount === null && amount !== null))
            .map((part) => (
              <div key={part.label} className="rf-fact-part">
                <dt>{part.label}</dt>
                <dd>
                  <KnownMoney amount={part.amount} currency={currency} />
                </dd>
              </div>
            ))}
        </Fragment>
      ))}
    </dl>
  );
}

function KnownMoney({ amount, currency }: { amount: number | null; currency: string }): ReactElement {
  const { money } = useDashboard().format;
  return amount === null ? <MissingValue /> : <>{money(amount, currency)}</>;
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
