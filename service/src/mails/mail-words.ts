import type { MailKind, RejectionReason } from "referrals-embed/contract";
import type { MailText } from "../domain/rules/mail-texts.ts";
import { en } from "./words/en.ts";

/** Kinds without a page to open. */
type WithoutLink = "applicationReceived";

/** The mails in one language. */
export interface MailWords {
  texts: Record<MailKind, MailText>;
  /** What the button of each kind says. */
  buttons: Record<Exclude<MailKind, WithoutLink>, string>;
  /** Why an application was rejected. */
  reasons: Record<Exclude<RejectionReason, "other">, string>;
  /** Under mails that somebody asked for with this address. */
  asked: string;
  /** Under mails to partners. */
  partOf: string;
  /** Under mails to those who run a program. */
  runs: string;
  /** Opens the page with the choices. */
  choose: string;
  /** Where the link of a button stands as text, for clients that show no button. */
  copy: string;
}

const packs: Readonly<Record<string, MailWords>> = { en };

/** A language as a mail uses it. */
export interface MailLanguage {
  tag: string;
  dir: "ltr" | "rtl";
  words: MailWords;
}

/** The mails in a language, or the nearest to it, else in English. */
export function mailLanguage(locale: string | null): MailLanguage {
  const wanted = (locale ?? "en").toLowerCase().split("-");
  const tags = Object.keys(packs);
  const named = tags.find((tag) => tag.toLowerCase() === wanted.join("-"));
  const tag = named ?? tags.find((one) => one.toLowerCase().split("-", 1)[0] === wanted[0]) ?? "en";
  return { tag, dir: ["ar", "he"].includes(tag) ? "rtl" : "ltr", words: packs[tag] ?? en };
}

/** All languages. */
export const mailLocales: readonly string[] = Object.keys(packs);
