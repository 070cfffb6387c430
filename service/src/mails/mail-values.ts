import { currencyExponent, type MailKind, type RejectionReason } from "referrals-embed/contract";
import type { MailData } from "../domain/mail/mail-data.ts";
import { mailSlots, type MailValues } from "../domain/rules/mail-texts.ts";
import type { MailWords } from "./mail-words.ts";

/** How data are written for one reader. */
interface Reader {
  tag: string;
  dir: "ltr" | "rtl";
  words: Pick<MailWords, "reasons">;
  timeZone: string;
  /** Epoch ms at which the mail is written. */
  now: number;
}

type OwnValues<K extends MailKind> = Omit<MailValues<K>, "program" | "name">;
type Writers = { [K in MailKind]: (data: MailData[K], format: Format) => OwnValues<K> };

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

type Format = ReturnType<typeof formatFor>;

function formatFor({ tag, dir, words, timeZone, now }: Reader) {
  const zone = knownZone(timeZone);
  const number = (value: number): string => new Intl.NumberFormat(tag).format(value);
  return {
    number,
    /** A count, or null where there is none. */
    some: (count: number): string | null => (count > 0 ? number(count) : null),
    /** As the dashboard writes it: decimals by the contract's table, the sign kept at its letters in a line that runs the other way. */
    money: (minor: number, currency: string): string => {
      const digits = currencyExponent(currency);
      const format = new Intl.NumberFormat(tag, {
        style: "currency",
        currency: currency.toUpperCase(),
        currencyDisplay: "narrowSymbol",
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
      const parts = format.formatToParts(minor / 10 ** digits);
      return parts.map(({ type, value }) => (type === "currency" && dir === "rtl" ? `${value}\u200E` : value)).join("");
    },
    date: (iso: string): string =>
      new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: zone }).format(new Date(iso)),
    monthName: (month: string): string =>
      new Intl.DateTimeFormat(tag, { month: "long", year: "numeric", timeZone: "UTC" }).format(
        new Date(`${month}-01T00:00:00Z`),
      ),
    /** The time that is left, in the largest unit of which there are two. */
    until: (iso: string): string => {
      const minutes = Math.max(1, Math.round((Date.parse(iso) - now) / 60_000));
      const [count, unit] =
        minutes < 120
          ? [minutes, "minute"]
          : minutes < 48 * 60
            ? [Math.round(minutes / 60), "hour"]
            : [Math.round(minutes / 1440), "day"];
      return new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "long" }).format(count);
    },
    reasonOf: (reason: string | null): string | null =>
      words.reasons[reason as Exclude<RejectionReason, "other">] ?? null,
  };
}

/** A zone that this machine knows: a mail is sent in UTC rather than not at all. */
function knownZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}
