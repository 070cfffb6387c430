import type { Bootstrap, EmbedDiscount, EmbedLink } from "../../contract/records.ts";
import type { Format } from "./create-format.ts";

/** A link's address in two parts, without scheme. */
export interface LinkName {
  /** What all links share; nothing where the ending is the whole address. */
  start: string;
  /** What tells a link apart. */
  ending: string;
}

/** Splits a link's address before the ending that tells it apart. */
export function linkName({ key, shareUrl }: Pick<EmbedLink, "key" | "shareUrl">): LinkName {
  const { host, pathname, searchParams } = new URL(shareUrl);
  const address = `${host}${pathname}`.replace(/\/$/, "");
  if (searchParams.get("via") === key) return { start: `${address}?via=`, ending: key };
  return pathname === "/" ? { start: "", ending: host } : { start: `${host}/`, ending: key };
}

/** What a friend gets, in words: `20% off for 3 months`. */
export function friendOffer(format: Format, discount: EmbedDiscount, currency: string): string {
  const { t } = format;
  if (discount.description) return discount.description.replace(/\.\s*$/, "");
  const amount =
    discount.type === "percentage" ? format.percent(discount.amount) : format.plainMoney(discount.amount, currency);
  if (discount.maxDuration === 0) return t("share.offerFirst", { amount });
  return discount.maxDuration
    ? t("share.offerMonths", { amount, count: discount.maxDuration })
    : t("share.offer", { amount });
}

/**
 * What is sent with a link: the program's text in the reader's language, else our own. A text with a slot that this link cannot fill, such
 * as a code, is not used.
 */
export function shareText(
  format: Format,
  { program, discount }: Pick<Bootstrap, "program" | "discount">,
  { shareUrl, discountCode }: Pick<EmbedLink, "shareUrl" | "discountCode">,
): string {
  const { t, locale } = format;
  const slots = {
    program: program.name,
    link: shareUrl,
    ...(discount && { offer: friendOffer(format, discount, program.currency) }),
    ...(discountCode && { code: discountCode }),
  };
  const own = program.shareMessages?.[locale] ?? program.shareMessages?.[locale.split("-")[0] ?? locale];
  const filled = own?.replace(/\{(link|code|offer)\}/g, (slot, name: keyof typeof slots) => slots[name] ?? slot);
  if (filled && !/\{(link|code|offer)\}/.test(filled)) return filled;
  if (!slots.offer) return t("share.message", slots);
  return t(slots.code ? "share.messageCode" : "share.messageOffer", slots);
}

/** Where a message is handed over to. */
export const shareTargets = ["email", "whatsapp", "x", "linkedin", "facebook", "telegram"] as const;
/** A service that a message can be shared with. */
export type ShareTarget = (typeof shareTargets)[number];

/** A message on its way to a target. */
export interface ShareMessage {
  text: string;
  url: string;
  /** Subject of the mail. */
  subject: string;
}

/** The message without its address, where that stands at the end; else as it is. */
const wordsOf = ({ text, url }: ShareMessage): string =>
  text.trim().endsWith(url)
    ? text
        .trim()
        .slice(0, -url.length)
        .replace(/[\s:：]+$/, "")
    : text;

/** What the device's own share sheet is given: it adds the address to the words by itself. */
export function shareData(message: ShareMessage): ShareData {
  const words = wordsOf(message);
  return { title: message.subject, text: words, ...(words !== message.text && { url: message.url }) };
}

/** Opens the target with the message; the last ones accept only an address and write the rest themselves. */
export function shareAddress(target: ShareTarget, { text, url, subject }: ShareMessage): string {
  const [all, link] = [encodeURIComponent(text), encodeURIComponent(url)];
  const words = encodeURIComponent(wordsOf({ text, url, subject }));
  const addresses: Record<ShareTarget, string> = {
    email: `mailto:?subject=${encodeURIComponent(subject)}&body=${all}`,
    whatsapp: `https://wa.me/?text=${all}`,
    x: `https://x.com/intent/post?text=${all}`,
    telegram: `https://t.me/share/url?url=${link}&text=${words}`,
    linkedin: `https://www.linkedin.com/sharing/share-offsite/?url=${link}`,
    facebook: `https://www.facebook.com/sharer/sharer.php?u=${link}`,
  };
  return addresses[target];
}
