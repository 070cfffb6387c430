import { parseAccept } from "hono/utils/accept";
import { readerFormat, resolveLocale, type ReaderFormat } from "referrals-embed/words";
import ar from "./ar.ts";
import de from "./de.ts";
import type { DoorWords } from "./door-words.ts";
import en from "./en.ts";
import es from "./es.ts";
import fr from "./fr.ts";
import he from "./he.ts";
import it from "./it.ts";
import ja from "./ja.ts";
import ko from "./ko.ts";
import nl from "./nl.ts";
import pl from "./pl.ts";
import ptBR from "./pt-BR.ts";
import zhCN from "./zh-CN.ts";

const packs: Readonly<Record<string, DoorWords>> = {
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

/** Words of one reader: those of the pages themselves, and those of the dashboard with its formats. */
export interface Speech extends ReaderFormat {
  words: DoorWords;
}

/** The words in the first language of `Accept-Language` that there are any in, else in English. */
export async function speechFor(accepted: string): Promise<Speech> {
  const reader = await readerFormat(languagesIn(accepted), "UTC");
  return { ...reader, words: packs[reader.language] ?? en };
}

/** The language that `speechFor` chooses. */
export function languageFor(accepted: string): string {
  return resolveLocale(languagesIn(accepted)).pack;
}

const languagesIn = (accepted: string): string[] => parseAccept(accepted).map(({ type }) => type);

/** Fills the places of a sentence. */
export function fill(sentence: string, places: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => places[name] ?? place);
}
