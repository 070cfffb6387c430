import { nearestPack } from "./load-locale.ts";

/** Right-to-left languages; ours, because `getTextInfo` is too new. */
const RTL = new Set(["ar", "he", "fa", "ur", "ps", "sd", "ug", "yi", "dv", "ckb"]);

/** A language as the dashboard uses it. */
export interface ResolvedLocale {
  /** For `lang` and `Intl`: the tag asked for where a pack speaks it, else `en`. */
  tag: string;
  /** Pack to load. */
  pack: string;
  dir: "ltr" | "rtl";
}

/** The first candidate with a pack, else English. Unreadable tags are passed over. */
export function resolveLocale(candidates: Iterable<string | null | undefined>): ResolvedLocale {
  for (const candidate of candidates) {
    const tag = candidate ? canonical(candidate) : undefined;
    const pack = tag && nearestPack(tag);
    if (tag && pack) return { tag, pack, dir: RTL.has(tag.split("-")[0]!) ? "rtl" : "ltr" };
  }
  return { tag: "en", pack: "en", dir: "ltr" };
}

/**
 * What a mounted embed is asked to speak: the option, the nearest `lang`, the browser's languages. One by one, as the browser takes
 * milliseconds to name its own, which most pages do not need.
 */
export function* localeCandidates(
  asked: string | undefined,
  mount: Element | null,
): Generator<string | null | undefined> {
  yield asked;
  yield mount?.closest("[lang]")?.getAttribute("lang");
  yield* navigator.languages;
}

function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
