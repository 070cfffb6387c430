import { loadLocale } from "../locales/load-locale.ts";
import { localeCandidates, resolveLocale } from "../locales/resolve-locale.ts";
import { drawFailure } from "./draw-failure.ts";
import type { Failure } from "./failure.ts";

/** The panel in the partner's language: the one asked for, else that of the page around it, else the browser's. */
export async function drawFailureInLanguage(place: HTMLElement, failure: Failure): Promise<void> {
  const { tag, pack, dir } = resolveLocale(localeCandidates(failure.options.locale, place.parentElement));
  const words = await loadLocale(pack);
  place.lang = tag;
  place.dir = dir;
  drawFailure(place, failure, words);
}
