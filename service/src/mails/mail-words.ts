import type { ChosenMailKind, MailKind } from "referrals-embed/contract";
import { readerFormat, type ReaderFormat } from "referrals-embed/words";
import type { MailText } from "../domain/rules/mail-texts.ts";
import { ar } from "./words/ar.ts";
import { de } from "./words/de.ts";
import { en } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { he } from "./words/he.ts";
import { it } from "./words/it.ts";
import { ja } from "./words/ja.ts";
import { ko } from "./words/ko.ts";
import { nl } from "./words/nl.ts";
import { pl } from "./words/pl.ts";
import { ptBR } from "./words/pt-BR.ts";
import { zhCN } from "./words/zh-CN.ts";

/** Kinds without a page to open. */
type WithoutLink = "applicationReceived";

/** The mails in one language. */
export interface MailWords {
  texts: Record<MailKind, MailText>;
  /** What the button of each kind says. */
  buttons: Record<Exclude<MailKind, WithoutLink>, string>;
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
  /** The page where a recipient chooses their mails. */
  choices: ChoicesWords;
}

interface ChoicesWords {
  title: string;
  ask: string;
  kinds: Record<ChosenMailKind, string>;
  /** The one choice of those who run a program. */
  owner: string;
  save: string;
  saved: string;
  /** Turns all off. */
  none: string;
  /** Of a link that is nobody's. */
  gone: string;
}

/** The mails in every language that the dashboard speaks. */
export const mailWords: Readonly<Record<string, MailWords>> = {
  ar,
  de,
  en,
  es,
  fr,
  he,
  it,
  ja,
  ko,
  nl,
  pl,
  "pt-BR": ptBR,
  "zh-CN": zhCN,
};

/** A language as a mail uses it. */
export interface MailLanguage extends ReaderFormat {
  words: MailWords;
}

/** The mails in a language, or the nearest to it, else in English; amounts and dates as the dashboard writes them. */
export async function mailLanguage(locale: string | null, timeZone: string): Promise<MailLanguage> {
  const reader = await readerFormat([locale], timeZone);
  return { ...reader, words: mailWords[reader.language] ?? en };
}
