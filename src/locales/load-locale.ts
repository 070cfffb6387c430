import type { ReferralsMessage } from "../contract/embed.ts";
import type { ReferralsMessageKey } from "./message-key.ts";
import { loadCode } from "../http/load-code.ts";

/** Texts of one language, or some of them: what is missing is shown in English. */
export type Catalogue = Partial<Record<ReferralsMessageKey, ReferralsMessage>>;

type LoadPack = () => Promise<{ default: Catalogue }>;

/** Every language, fetched on demand. */
export const packs: Readonly<Record<string, LoadPack>> = {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
  "pt-BR": () => import("./pt-BR.ts"),
  it: () => import("./it.ts"),
  nl: () => import("./nl.ts"),
  pl: () => import("./pl.ts"),
  ja: () => import("./ja.ts"),
  ko: () => import("./ko.ts"),
  "zh-CN": () => import("./zh-CN.ts"),
  ar: () => import("./ar.ts"),
  he: () => import("./he.ts"),
};

const loaded = new Map<string, Catalogue>();

/** The texts of a language that was loaded before, for a first render that shows them at once. */
export function loadedLocale(tag: string): Catalogue | undefined {
  return loaded.get(tag);
}

/**
 * The texts of a language, else of English where its pack does not load.
 * @throws when English does not load either; a later call tries both again
 */
export async function loadLocale(tag: string): Promise<Catalogue> {
  const known = loaded.get(tag);
  if (known) return known;
  const load = packs[tag];
  if (!load) return loadLocale("en");
  try {
    const { default: catalogue } = await loadCode(load, "default");
    loaded.set(tag, catalogue);
    return catalogue;
  } catch (error) {
    if (tag === "en") throw error;
    return loadLocale("en");
  }
}

/**
 * The tag of the nearest pack: exact, then shorter, then the one region a language has (`zh` → `zh-CN`).
 * @returns a key of {@link packs}, or `undefined` when the language has none.
 */
export function nearestPack(tag: string): string | undefined {
  const known = Object.keys(packs);
  const parts = tag.toLowerCase().split("-");
  for (let length = parts.length; length > 0; length--) {
    const wanted = parts.slice(0, length).join("-");
    const found = known.find((name) => name.toLowerCase() === wanted);
    if (found) return found;
  }
  return known.find((name) => name.toLowerCase().split("-")[0] === parts[0]);
}
