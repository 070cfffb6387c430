import { useMemo, useState, type RefObject } from "react";
import { loadLocale, wordsHere, type Catalogue } from "../locales/load-locale.ts";
import { localeCandidates, resolveLocale, type ResolvedLocale } from "../locales/resolve-locale.ts";
import { createFormat, type Format } from "./format/create-format.ts";
import { useBrowserLayoutEffect } from "./ui/useBrowserLayoutEffect.ts";

interface Speech {
  locale: ResolvedLocale;
  pack: Catalogue;
}

/**
 * Words and formats for the reader; `null` on a server, before mounting and until the first pack has arrived, so that no
 * text depends on language or time there (DES-I5). A later change keeps the old words until the new ones are here.
 */
export function useLocale(
  mount: RefObject<HTMLElement | null>,
  asked: string | undefined,
  messages: Catalogue | undefined,
  timeZone: string,
): Format | null {
  const [speech, setSpeech] = useState<Speech | null>(null);
  useBrowserLayoutEffect(() => {
    let current = true;
    const locale = resolveLocale(localeCandidates(asked, mount.current));
    const here = wordsHere(locale.pack);
    if (here) setSpeech({ locale, pack: here });
    else void loadLocale(locale.pack).then((pack) => current && setSpeech({ locale, pack }));
    return () => {
      current = false;
    };
  }, [asked, mount]);
  const words = JSON.stringify(messages ?? {});
  return useMemo(
    () => speech && createFormat(speech.locale, [JSON.parse(words) as Catalogue, speech.pack], timeZone),
    [speech, words, timeZone],
  );
}
