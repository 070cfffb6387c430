import { currencyExponent } from "../../contract/money.ts";

/** A figure as shown and as read out: the compact form only where it is shorter. */
export interface Figure {
  text: string;
  full: string;
}

/** Numbers, rates and money in the reader's format. */
export interface NumberFormats {
  number(value: number): string;
  /** A number of days with its unit in words: `30 days`. */
  days(count: number): string;
  /** Short from 10,000 on. */
  compact(value: number): Figure;
  /** One decimal; `null` without a denominator: no denominator, no rate. */
  rate(part: number, whole: number): string | null;
  /** Per cent as given, `25` → `25%`. */
  percent(value: number): string;
  /** Minor units; decimals from the contract's table, never from `Intl`. */
  money(amountMinor: number, currency: string): string;
  /** Without the decimals a whole amount does not need; for texts. */
  plainMoney(amountMinor: number, currency: string): string;
  /** Short from 10,000 on, below without the decimals a whole amount does not need; for axes alone. */
  compactMoney(amountMinor: number, currency: string): string;
  /** Bounds in major units, `200-500` (leaderboard bands). */
  band(band: string, currency: string): string;
}

const LEFT_TO_RIGHT_MARK = "\u200e";

/**
 * Number formats of one locale; formatters are made once each.
 * @param rtl keeps the sign of "US$" at the end of its letters in a line that runs the other way
 */
export function createNumberFormats(locale: string, rtl = false): NumberFormats {
  const made = new Map<string, Intl.NumberFormat>();
  const use = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
    const key = JSON.stringify(options);
    const format = made.get(key) ?? new Intl.NumberFormat(locale, options);
    made.set(key, format);
    return format;
  };
  const currencyFormat = (currency: string, digits: number, more: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
    use({
      style: "currency",
      currency: currency.toUpperCase(),
      currencyDisplay: "narrowSymbol",
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      ...more,
    });
  const major = (amountMinor: number, currency: string): number => amountMinor / 10 ** currencyExponent(currency);
  const number = (value: number): string => use({}).format(value);
  const write = (format: Intl.NumberFormat, value: number): string =>
    rtl ? format.formatToParts(value).reduce((text, part) => text + marked(part), "") : format.format(value);
  const money = (amountMinor: number, currency: string): string =>
    write(currencyFormat(currency, currencyExponent(currency)), major(amountMinor, currency));
  const plainMoney = (amountMinor: number, currency: string): string => {
    const exponent = currencyExponent(currency);
    const digits = amountMinor % 10 ** exponent === 0 ? 0 : exponent;
    return write(currencyFormat(currency, digits), major(amountMinor, currency));
  };
  const shorter = (short: string, full: string): string => (short.length < full.length ? short : full);
  return {
    number,
    days: (count) => use({ style: "unit", unit: "day", unitDisplay: "long" }).format(count),
    compact: (value) => {
      const full = number(value);
      if (Math.abs(value) < 10_000) return { text: full, full };
      return { text: shorter(use({ notation: "compact", maximumFractionDigits: 1 }).format(value), full), full };
    },
    rate: (part, whole) => (whole ? use({ style: "percent", maximumFractionDigits: 1 }).format(part / whole) : null),
    percent: (value) => use({ style: "percent", maximumFractionDigits: 2 }).format(value / 100),
    money,
    plainMoney,
    compactMoney: (amountMinor, currency) => {
      const full = plainMoney(amountMinor, currency);
      if (Math.abs(major(amountMinor, currency)) < 10_000) return full;
      const options = { notation: "compact", minimumFractionDigits: 0, maximumFractionDigits: 1 } as const;
      return shorter(write(currencyFormat(currency, 0, options), major(amountMinor, currency)), full);
    },
    band: (band, currency) => {
      const [low = 0, high = 0] = band.split("-").map(Number);
      const text = currencyFormat(currency, 0).formatRange(low, high);
      // Otherwise the two ends swap in a right-to-left line.
      return rtl ? `\u2066${text.replaceAll("\u200f", "")}\u2069` : text;
    },
  };
}

const marked = ({ type, value }: Intl.NumberFormatPart): string =>
  type === "currency" ? value + LEFT_TO_RIGHT_MARK : value;
