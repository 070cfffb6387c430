import { Fragment, type ReactElement } from "react";
import type { ComingPayout, EmbedEarnings, EmbedProgram, NextPayout } from "../contract/records.ts";
import { useDashboard } from "./dashboard-context.ts";
import type { Format } from "./format/create-format.ts";
import { holdText } from "./format/hold-text.ts";
import { Button } from "./ui/Button.tsx";
import { BidiText } from "./ui/BidiText.tsx";
import { Meter } from "./ui/Meter.tsx";
import { MissingValue } from "./ui/MissingValue.tsx";
import { UnknownAmount } from "./UnknownAmount.tsx";

/** Props of {@link NextPayoutLine}. */
export interface NextPayoutLineProps {
  earnings: EmbedEarnings;
  /** Another part of the screen asks for the payout details already. */
  isAsked?: boolean;
}

/**
 * The next payout in one sentence, the same in every place: the amount and date, or the missing requirement. If the partner can act, the
 * sentence contains the link.
 */
export function NextPayoutLine({ earnings, isAsked = false }: NextPayoutLineProps): ReactElement | null {
  const { format, bootstrap, can, data, goTo, sections } = useDashboard();
  const { nextPayout: next, currency } = earnings;
  if (!next) return null;
  const mayAct =
    data !== "card" && bootstrap.sections.payoutSettings && can("payouts:write") && sections.includes("settings");
  const needs = mayAct && next.needs !== "shared_destination" ? next.needs : null;
  const text = sentenceOf(format, { next, currency, program: bootstrap.program, mayAct });
  const open = (): void => goTo("settings");
  if (needs && next.kind === "details_missing") {
    return (
      <>
        <Button variant="primary" className="rf-payout-act" onClick={open}>
          {text}
        </Button>
        {next.date && bootstrap.program.payoutDay !== null && (
          <p className="rf-small rf-muted">
            {format.t("payout.then", { date: format.day(next.date, bootstrap.program.timezone) })}
          </p>
        )}
      </>
    );
  }
  return (
    <>
      <p className="rf-payout-line">
        {next.kind === "failed" && mayAct ? (
          <Button variant="text" onClick={open}>
            {text}
          </Button>
        ) : (
          text
        )}
      </p>
      {data !== "card" && next.failure?.reason && next.kind === "failed" && (
        <p className="rf-small rf-muted rf-break">
          <BidiText>{next.failure.reason}</BidiText>
        </p>
      )}
      {next.kind === "below_minimum" && data !== "card" && <Meter share={1 - next.amount / earnings.minimum} />}
      {needs && next.kind !== "failed" && !isAsked && (
        <Button variant="text" onClick={open}>
          {format.t("payout.setUp")}
        </Button>
      )}
    </>
  );
}

interface Sentence {
  next: NextPayout;
  currency: string;
  program: EmbedProgram;
  /** The partner can open the payout settings here. */
  mayAct: boolean;
}

function sentenceOf({ t, money, day }: Format, { next, currency, program, mayAct }: Sentence): string {
  const { kind, date, failure, isFirst, needs } = next;
  const slots = { amount: money(next.amount, currency), ...(date && { date: day(date, program.timezone) }) };
  switch (kind) {
    case "payout":
      if (!date) return t("payout.now", { ...slots, program: program.name });
      return t(program.payoutDay === null ? "payout.possible" : "payout.dated", slots);
    case "below_minimum":
      return t(isFirst ? "payout.toGoFirst" : "payout.toGo", slots);
    case "nothing_cleared":
      return t("payout.notCleared", slots);
    case "details_missing":
      if (needs === "shared_destination") return t("payout.checked", slots);
      return t(mayAct ? "payout.setUpFor" : "payout.noDetails", slots);
    case "failed":
      return t(failure?.method === "paypal" ? "payout.refused" : "payout.failed", slots);
    case "negative_balance":
      return t("payout.takenNext", slots);
    // An unknown kind of a newer service shows a neutral text.
    default:
      return t("payout.none");
  }
}

/** A part of the money by its state; an unknown amount is `null`. */
interface MoneyPart {
  key: string;
  label: string;
  amount: number;
  parts?: readonly { label: string; amount: number | null; reason: string }[];
}

/** Money on hold, beside what is earned; nothing where there is none. */
export function HeldAmount({ earnings }: { earnings: EmbedEarnings }): ReactElement | null {
  const { t } = useDashboard().format;
  const { onHold, held, currency } = earnings;
  if (onHold.length === 0) return null;
  return (
    <div>
      <p className="rf-label rf-muted">{t("payout.held")}</p>
      <PartAmount amount={held} parts={onHold} currency={currency} />
    </div>
  );
}

/** The money outside the sentence, the soonest first: on its way, later payouts, money without a payout yet, on hold, and paid. */
function moneyParts(earnings: EmbedEarnings, format: Format, program: EmbedProgram): MoneyPart[] {
  const { t } = format;
  const { held, onHold, paid, nextPayout } = earnings;
  const reasons = onHold.map(({ reason, amount }) => ({ label: holdText(format, reason), amount, reason }));
  const onTheWay = nextPayout?.onTheWay ?? earnings.onTheWay;
  return [
    ...(onTheWay === 0 ? [] : [{ key: "onTheWay", label: t("payout.onTheWay"), amount: onTheWay }]),
    ...(nextPayout ? comingParts(earnings, nextPayout, { format, program }) : clearingPart(earnings, format)),
    ...(onHold.length === 0 ? [] : [{ key: "held", label: t("payout.held"), amount: held, parts: reasons }]),
    { key: "paid", label: t("payout.paid"), amount: paid },
  ];
}

/** Kinds whose sentence names the first payout. */
const SAY_FIRST: readonly NextPayout["kind"][] = ["payout", "nothing_cleared", "details_missing"];

function comingParts(
  { minimum, currency }: EmbedEarnings,
  next: NextPayout,
  { format, program }: { format: Format; program: EmbedProgram },
): MoneyPart[] {
  const { kind, payouts, counted, later } = next;
  const { t, day, money } = format;
  const takenBack = t("payout.takenBack");
  const known = payouts.slice(SAY_FIRST.includes(kind) ? 1 : 0);
  const coming = (program.payoutDay === null ? atAnyTime(known) : known).map(({ date, amount }) => ({
    key: date ?? "now",
    label: date
      ? t(nameOf(next, { isFirst: date === payouts[0]?.date, program }), { date: day(date, program.timezone) })
      : t("payout.ready"),
    amount,
  }));
  const kept = {
    key: "counted",
    label: counted < 0 ? takenBack : t("payout.counted", { minimum: money(minimum, currency) }),
    amount: counted,
  };
  const rest = later && {
    key: "later",
    label: later.amount < 0 ? takenBack : t("payout.clearing", { date: day(later.date, program.timezone) }),
    amount: later.amount,
  };
  return [...coming, ...(counted === 0 || kind === "negative_balance" ? [] : [kept]), ...(rest ? [rest] : [])];
}

/** Without a payout day what can be paid is one sum, with the last of its dates: a date for each would say nothing more. */
function atAnyTime(payouts: readonly ComingPayout[]): ComingPayout[] {
  const last = payouts.at(-1);
  return last ? [{ date: last.date, amount: payouts.reduce((sum, { amount }) => sum + amount, 0) }] : [];
}

/** What a payout of a day is called; the first may wait for what the sentence asks, or be what a debt leaves. */
function nameOf(
  { kind, failure }: NextPayout,
  { isFirst, program }: { isFirst: boolean; program: EmbedProgram },
): "payout.from" | "payout.left" | "payout.on" | "payout.then" | "payout.thenWith" {
  if (program.payoutDay === null) return "payout.from";
  if (isFirst && kind === "failed") return failure?.isIncluded ? "payout.thenWith" : "payout.then";
  return isFirst && kind === "negative_balance" ? "payout.left" : "payout.on";
}

/** Where the program hides payouts: when all of it has cleared. */
function clearingPart({ clearing }: EmbedEarnings, { t, date }: Format): MoneyPart[] {
  const last = clearing.at(-1);
  if (!last) return [];
  const amount = clearing.reduce((sum, day) => sum + day.amount, 0);
  return [{ key: "clearing", label: t("payout.clearing", { date: date(last.date) }), amount }];
}

interface PartAmountProps {
  amount: number;
  parts: readonly { amount: number | null; reason: string }[];
  /** Each reason stands below. */
  inParts?: boolean | undefined;
  currency: string;
}

/** A sum, as far as known, and why more of it is not; each reason that stands below is not said again. */
function PartAmount({ amount, parts, inParts, currency }: PartAmountProps): ReactElement {
  const { format } = useDashboard();
  const unknown = parts.find((part) => part.amount === null);
  if (!unknown) return <>{format.money(amount, currency)}</>;
  if (amount === 0) return inParts ? <MissingValue /> : <UnknownAmount reason={unknown.reason} />;
  return (
    <>
      {format.money(amount, currency)}
      {!inParts && unknown.reason === "fx_unknown" && (
        <p className="rf-small rf-muted">{format.t("hold.moreNoRate")}</p>
      )}
    </>
  );
}

/** Why a known sum is held, where all of it has one reason. */
function onlyReason([part, ...others]: NonNullable<MoneyPart["parts"]>): string | undefined {
  return part && part.amount !== null && others.length === 0 ? part.label : undefined;
}

/** The state of all other money; `inParts` also says why money is held. */
export function MoneyFacts({ earnings, inParts }: { earnings: EmbedEarnings; inParts?: boolean }): ReactElement {
  const { bootstrap, format } = useDashboard();
  const { money } = format;
  return (
    <dl className="rf-facts rf-facts-plain">
      {moneyParts(earnings, format, bootstrap.program).map(({ key, label, amount, parts = [] }) => (
        <Fragment key={key}>
          <div>
            <dt data-why={inParts ? undefined : onlyReason(parts)}>{label}</dt>
            <dd>
              <PartAmount amount={amount} parts={parts} inParts={inParts} currency={earnings.currency} />
            </dd>
          </div>
          {inParts &&
            parts.map((part) => (
              <div key={part.label} className="rf-fact-part">
                <dt>{part.label}</dt>
                <dd>
                  {part.amount === null ? (
                    <UnknownAmount reason={part.reason} />
                  ) : (
                    money(part.amount, earnings.currency)
                  )}
                </dd>
              </div>
            ))}
        </Fragment>
      ))}
    </dl>
  );
}
