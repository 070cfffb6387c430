import type { MailKind } from "referrals-embed/contract";
import type { Format, ReferralsMessageKey } from "referrals-embed/words";
import type { MailData } from "../domain/mail/mail-data.ts";
import { mailSlots, type MailValues } from "../domain/rules/mail-texts.ts";

/** How data are written for one reader. */
interface Reader {
  format: Format;
  /** Epoch ms at which the mail is written. */
  now: number;
}

type OwnValues<K extends MailKind> = Omit<MailValues<K>, "program" | "name">;
type Writers = { [K in MailKind]: (data: MailData[K], format: MailFormat) => OwnValues<K> };

const writers: Writers = {
  confirmAddress: ({ url, expiresAt }, { until }) => ({ link: url, valid: until(expiresAt) }),
  applicationReceived: () => ({}),
  invited: ({ url, expiresAt }, { until }) => ({ link: url, valid: until(expiresAt) }),
  approved: ({ url }) => ({ link: url }),
  rejected: ({ reason, note, reapplyAfter, url }, { date, reasonOf }) => ({
    reason: reasonOf(reason),
    note,
    reapplyAfter: reapplyAfter && date(reapplyAfter),
    link: url,
  }),
  signIn: ({ url, expiresAt }, { until }) => ({ link: url, valid: until(expiresAt) }),
  firstSale: ({ earnings, currency, url }, { money }) => ({ amount: money(earnings, currency), link: url }),
  payoutSent: ({ amount, currency, url }, { money }) => ({ amount: money(amount, currency), link: url }),
  payoutFailed: ({ amount, currency, reason, url }, { money }) => ({
    amount: money(amount, currency),
    reason,
    link: url,
  }),
  monthlySummary: ({ month, clicks, leads, sales, earnings, currency, url }, { money, number, monthName }) => ({
    month: monthName(month),
    clicks: number(clicks),
    leads: number(leads),
    sales: number(sales),
    amount: money(earnings, currency),
    link: url,
  }),
  consoleSignIn: ({ url, expiresAt }, { until }) => ({ link: url, valid: until(expiresAt) }),
  newApplication: ({ partnerName, url }) => ({ partner: partnerName, link: url }),
  ownerDigest: ({ applications, payoutsDue, failingWebhooks, failingIntegrations, url }, { some }) => ({
    applications: some(applications),
    payouts: some(payoutsDue),
    webhooks: some(failingWebhooks),
    integrations: some(failingIntegrations),
    link: url,
  }),
};

/** What fills the slots of a mail, in the reader's language; null where nothing is known. */
export function mailValues<K extends MailKind>(
  kind: K,
  data: MailData[K],
  { program, name, ...reader }: Reader & { program: string; name: string | null },
): Record<string, string | null> {
  const values: Record<string, string | null> = { program, name, ...writers[kind](data, formatFor(reader)) };
  return Object.fromEntries(mailSlots(kind).map((slot) => [slot, values[slot] ?? null]));
}

type MailFormat = ReturnType<typeof formatFor>;

function formatFor({ format, now }: Reader) {
  const unit = (count: number, name: "minute" | "hour" | "day"): string =>
    new Intl.NumberFormat(format.locale, { style: "unit", unit: name, unitDisplay: "long" }).format(count);
  return {
    number: format.number,
    money: format.money,
    date: format.date,
    /** A count, or null where there is none. */
    some: (count: number): string | null => (count > 0 ? format.number(count) : null),
    monthName: (month: string): string =>
      new Intl.DateTimeFormat(format.locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(
        new Date(`${month}-01T00:00:00Z`),
      ),
    /** The time that is left, in the largest unit of which there are two. */
    until(iso: string): string {
      const minutes = Math.max(1, Math.round((Date.parse(iso) - now) / 60_000));
      if (minutes < 2 * 60) return unit(minutes, "minute");
      return minutes < 2 * 1440 ? unit(Math.round(minutes / 60), "hour") : unit(Math.round(minutes / 1440), "day");
    },
    reasonOf: (reason: string | null): string | null =>
      reason === null || reason === "other" ? null : format.t(`state.${reason}` as ReferralsMessageKey),
  };
}
