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

const rightToLeft = ["ar", "he"];

/** The words for a page's language, English where there are none. */
function wordsOf(language: string): [tag: string, words: OfferWords] {
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
  // The name is isolated, since its text direction may differ.
  const name = introducedBy && `\u2068${introducedBy.name}\u2069`;
  const greeting = name ? words.named.replace("{offer}", () => text).replace("{name}", () => name) : text;
  return { ...discount, text, greeting, introducedBy };
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
function show(image: HTMLImageElement, src: string): void {
  image.referrerPolicy = "no-referrer";
  image.addEventListener("error", () => (image.hidden = true));
  image.src = src;
  image.hidden = false;
}

/**
 * Draws the banner. Styles go through the CSSOM, which no policy of the page blocks, and use the page's `--referrals-banner-*`.
 * @param dismissed called when the visitor closes it
 */
export function drawBanner(
  { greeting, code, introducedBy }: Offer,
  where: { edge: "top" | "bottom"; dismissed: () => void },
): void {
  const [tag, words] = wordsOf(document.documentElement.lang || navigator.language);
  const banner = document.createElement("div");
  banner.setAttribute("role", "status");
  banner.setAttribute("data-referrals-banner", "");
  banner.lang = tag;
  banner.dir = rightToLeft.includes(tag) ? "rtl" : "ltr";
  Object.assign(banner.style, {
    position: "fixed",
    zIndex: "var(--referrals-banner-layer, 2147483000)",
    insetInline: "16px",
    [where.edge]: "16px",
    maxWidth: "560px",
    margin: "0 auto",
    boxSizing: "border-box",
    display: "flex",
    alignItems: "center",
    gap: "4px 12px",
    padding: "8px 8px 8px 16px",
    paddingInline: "16px 8px",
    color: "var(--referrals-banner-color, #fff)",
    background: "var(--referrals-banner-background, #181818)",
    borderRadius: "var(--referrals-banner-radius, 12px)",
    font: "var(--referrals-banner-font, 500 15px/22px system-ui, sans-serif)",
    boxShadow: "0 8px 24px #0004",
  });
  const told = document.createElement("div");
  told.style.flex = "1 1 0";
  told.append(greeting);
  if (code !== null) {
    const line = document.createElement("div");
    const name = document.createElement("bdi");
    name.textContent = code;
    name.style.fontWeight = "700";
    line.append(`${words.code} `, name);
    told.append(line);
  }
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "×";
  close.setAttribute("aria-label", words.dismiss);
  Object.assign(close.style, {
    flex: "none",
    width: "44px",
    height: "44px",
    padding: "0",
    color: "inherit",
    background: "none",
    border: "0",
    font: "24px/1 system-ui, sans-serif",
    cursor: "pointer",
  });
  close.addEventListener("click", () => {
    banner.remove();
    where.dismissed();
  });
  if (introducedBy?.image) {
    const picture = document.createElement("img");
    picture.alt = "";
    Object.assign(picture.style, {
      flex: "none",
      width: "40px",
      height: "40px",
      borderRadius: "50%",
      objectFit: "cover",
    });
    show(picture, introducedBy.image);
    banner.append(picture);
  }
  banner.append(told, close);
  document.body.append(banner);
}
