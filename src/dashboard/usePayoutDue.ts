import type { EmbedEarnings } from "../contract/records.ts";
import { useDashboard } from "./dashboard-context.ts";
import type { Format } from "./format/create-format.ts";
import { usePayoutMethod } from "./queries.ts";

/** What stands between the partner and the next payout. */
export interface PayoutDue {
  /** Opens the settings, where a method is still to be chosen. */
  setUp: (() => void) | undefined;
  /** The date it is payable from, that it is ready, or what is missing to the minimum; nothing where neither is known. */
  text: string | undefined;
}

/** When it is paid, what is missing for that, or the one thing to do first. */
export function usePayoutDue({ currency, toMinimum, nextPayoutAt }: EmbedEarnings): PayoutDue {
  const { bootstrap, format, session, goTo, sections, can } = useDashboard();
  const { t, money } = format;
  const { program } = bootstrap;
  const { data } = usePayoutMethod(session, bootstrap.sections.payoutSettings);
  const isOpen = data?.method === null && can("payouts:write") && sections.includes("settings");
  const minimum = money(program.minPayoutAmount, program.currency);
  const missing = toMinimum > 0 && t("payout.toMinimum", { missing: money(toMinimum, currency), minimum });
  return {
    setUp: isOpen ? () => goTo("settings") : undefined,
    text: missing || (nextPayoutAt ? whenOf(nextPayoutAt, bootstrap.generatedAt, format) : undefined),
  };
}

/** A date that has passed is no promise: what is payable already waits for the program's next transfer. */
function whenOf(due: string, now: string, { t, date }: Format): string {
  return due <= now ? t("payout.ready") : t("payout.on", { date: date(due) });
}
