/// <reference lib="dom" />
import { offerWords, type OfferWords } from "./offer-words.ts";

/** What a visitor saves as a partner's customer, as `POST /track/click` answers it. */
export interface Discount {
  amount: number;
  type: "flat" | "percentage";
  maxDuration: number | null;
  currency: string;
  code: string | null;
}

/** The partner who sent the visitor, if they agreed to be named. */
export interface Introduction {
  name: string;
  image: string | null;
}

/** A visitor's offer: for the checkout, and in words for the page. */
export interface Offer extends Discount {
  text: string;
  /** The same with the partner's name, if it may be shown. */
  greeting: string;
  introducedBy: Introduction | null;
}

/** The words for a page's language, English where there are none. */
export function wordsOf(language: string): [tag: string, words: OfferWords] {
  const base = language.split("-")[0]?.toLowerCase() ?? "";
  const tags = Object.keys(offerWords);
  const tag =
    tags.find((one) => one.toLowerCase() === language.toLowerCase()) ??
    tags.find((one) => one.split("-")[0] === base) ??
    "en";
  return [tag, offerWords[tag] as OfferWords];
}

/** A discount in the page's language: `20% off for 3 months`, and `Ada gives you 20% off for 3 months`. */
export function offerOf(discount: Discount, introducedBy: Introduction | null, language: string): Offer {
  const [tag, words] = wordsOf(language);
  const { type, amount, maxDuration: months, currency } = discount;
  const money = new Intl.NumberFormat(tag, { style: "currency", currency, currencyDisplay: "narrowSymbol" });
  const shown =
    type === "percentage"
      ? new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 2 }).format(amount / 100)
      : money.format(amount / 10 ** (money.resolvedOptions().maximumFractionDigits ?? 2));
  const forMonths = months ? (words.months[new Intl.PluralRules(tag).select(months)] ?? words.months.other) : undefined;
  const sentence = months === 0 ? words.first : (forMonths ?? words.offer);
  const text = sentence.replace("{amount}", shown).replace("{count}", String(months));
  const name = introducedBy && isolated(introducedBy.name);
  const greeting = name ? words.named.replace("{offer}", () => text).replace("{name}", () => name) : text;
  return { ...discount, text, greeting, introducedBy };
}

/** A text of its own direction, such as a name or a code, within a sentence. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

const places = [
  "data-referrals-offer",
  "data-referrals-greeting",
  "data-referrals-code",
  "data-referrals-picture",
] as const;

/** Whether the page has its own place for an offer. */
export function hasPlaces(): boolean {
  return document.querySelector(places.map((name) => `[${name}]`).join()) !== null;
}

/**
 * Writes the offer into elements with `data-referrals-offer`, with the partner's name into `data-referrals-greeting`, its code into
 * `data-referrals-code`, and the picture into images with `data-referrals-picture`. As text only: the name of a partner or code must never
 * become markup.
 */
export function fillOffer({ text, greeting, code, introducedBy }: Offer): void {
  const fill = (attribute: string, value: string | null): void => {
    for (const element of document.querySelectorAll<HTMLElement>(`[${attribute}]`)) {
      if (value === null) continue;
      // Skips a place that has it already: a change would make an observer of the page call this again.
      if (element.textContent !== value) element.textContent = value;
      element.hidden = false;
    }
  };
  fill("data-referrals-offer", text);
  fill("data-referrals-greeting", greeting);
  fill("data-referrals-code", code);
  const picture = introducedBy?.image;
  for (const image of document.querySelectorAll<HTMLImageElement>("img[data-referrals-picture]"))
    if (picture && image.getAttribute("src") !== picture) show(image, picture);
}

/** Shows a partner's picture. Its host does not receive the page's address. */
export function show(image: HTMLImageElement, src: string): void {
  image.referrerPolicy = "no-referrer";
  image.addEventListener("error", () => (image.hidden = true));
  image.src = src;
  image.hidden = false;
}
