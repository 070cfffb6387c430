import { useMemo, useState, type RefObject } from "react";
import { sleep } from "../http/sleep.ts";
import { loadLocale, loadedLocale, type Catalogue } from "../locales/load-locale.ts";
import { localeCandidates, resolveLocale, type ResolvedLocale } from "../locales/resolve-locale.ts";
import { createFormat, type Format } from "./format/create-format.ts";
import { useBrowserLayoutEffect } from "./ui/useBrowserLayoutEffect.ts";

interface LoadedLocale {
  locale: ResolvedLocale;
  pack: Catalogue;
}

function withPack(locale: ResolvedLocale | undefined): LoadedLocale | null {
  const pack = locale && loadedLocale(locale.pack);
  return pack ? { locale, pack } : null;
}

/** Retries until a language pack has loaded: without one even the offline notice has no text. */
async function loadWithRetries(tag: string, unmounted: AbortSignal): Promise<Catalogue | undefined> {
  for (let delayMs = 1000; !unmounted.aborted; delayMs = Math.min(2 * delayMs, 16_000)) {
    const pack = await loadLocale(tag).catch(() => undefined);
    if (pack) return pack;
    await sleep(delayMs, unmounted).catch(() => undefined);
  }
  return undefined;
}

/**
 * Words and formats for the reader; `null` on a server, before mounting and until the first pack has arrived, so that no
 * text depends on language or time there. A later change keeps the old words until the new ones are here.
 * @param ahead what was resolved before the dashboard was drawn, in a browser: its words are there in the first render
 */
export function useLocale(
  mount: RefObject<HTMLElement | null>,
  asked: string | undefined,
  messages: Catalogue | undefined,
  timeZone: string,
  ahead?: ResolvedLocale,
): Format | null {
  const [loaded, setLoaded] = useState<LoadedLocale | null>(() => withPack(ahead));
  useBrowserLayoutEffect(() => {
    const unmounted = new AbortController();
    const locale = resolveLocale(localeCandidates(asked, mount.current));
    const here = withPack(locale);
    // The same one again would have everything drawn again.
    if (here) setLoaded((known) => (known?.locale.tag === locale.tag && known.pack === here.pack ? known : here));
    else
      void loadWithRetries(locale.pack, unmounted.signal).then((pack) => {
        if (pack && !unmounted.signal.aborted) setLoaded({ locale, pack });
      });
    return () => unmounted.abort();
  }, [asked, mount]);
  const words = JSON.stringify(messages ?? {});
  return useMemo(
    () => loaded && createFormat(loaded.locale, [JSON.parse(words) as Catalogue, loaded.pack], timeZone),
    [loaded, words, timeZone],
  );
}
