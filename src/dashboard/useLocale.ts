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

/** Retries until a pack has arrived: without one not even the offline notice could be shown. */
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
 */
export function useLocale(
  mount: RefObject<HTMLElement | null>,
  asked: string | undefined,
  messages: Catalogue | undefined,
  timeZone: string,
): Format | null {
  const [loaded, setLoaded] = useState<LoadedLocale | null>(null);
  useBrowserLayoutEffect(() => {
    const unmounted = new AbortController();
    const locale = resolveLocale(localeCandidates(asked, mount.current));
    const here = loadedLocale(locale.pack);
    if (here) setLoaded({ locale, pack: here });
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
