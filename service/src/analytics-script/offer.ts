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

/** A visitor's offer: for the checkout, and in words for the page. */
export interface Offer extends Discount {
  text: string;
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

/** A discount in the page's language: `20% off for 3 months`. */
export function offerOf(discount: Discount, language: string): Offer {
  const [tag, words] = wordsOf(language);
  const { type, amount, maxDuration: months, currency } = discount;
  const money = new Intl.NumberFormat(tag, { style: "currency", currency, currencyDisplay: "narrowSymbol" });
  const shown =
    type === "percentage"
      ? new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 2 }).format(amount / 100)
      : money.format(amount / 10 ** (money.resolvedOptions().maximumFractionDigits ?? 2));
  const forMonths = months ? (words.months[new Intl.PluralRules(tag).select(months)] ?? words.months.other) : undefined;
  const text = months === 0 ? words.first : (forMonths ?? words.offer);
  return { ...discount, text: text.replace("{amount}", shown).replace("{count}", String(months)) };
}

/**
 * Tells the offer in every element of the page with `data-referrals-offer`, and its code in those with `data-referrals-code`.
 * Text only: whatever a program calls its codes, it is never markup.
 */
export function fillOffer({ text, code }: Offer): void {
  const fill = (attribute: string, value: string | null): void => {
    for (const element of document.querySelectorAll<HTMLElement>(`[${attribute}]`)) {
      if (value === null) continue;
      element.textContent = value;
      element.hidden = false;
    }
  };
  fill("data-referrals-offer", text);
  fill("data-referrals-code", code);
}

/**
 * Draws the banner; styles go through the CSSOM, which no policy of the page forbids, and follow `--referrals-banner-*` of it.
 * @param dismissed called when the visitor closes it
 */
export function drawBanner({ text, code }: Offer, where: { edge: "top" | "bottom"; dismissed: () => void }): void {
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
  told.append(text);
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
  banner.append(told, close);
  document.body.append(banner);
}
