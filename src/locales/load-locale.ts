import type { ReferralsMessage } from "../contract/embed.ts";
import type { ReferralsMessageKey } from "./message-key.ts";

/** A language pack. Packs may lag behind English by a key: what is missing is shown in English. */
export type Catalogue = Partial<Record<ReferralsMessageKey, ReferralsMessage>>;

type Loader = () => Promise<{ default: Catalogue }>;

/** Languages with a pack, each its own chunk; English is built in. */
export const packs: Readonly<Record<string, Loader>> = {
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

/**
 * The tag of the nearest pack: exact, then shorter, then the one region a language has (`zh` → `zh-CN`).
 * @returns a key of {@link packs}, `en`, or `undefined` when the language has none.
 */
export function nearestPack(tag: string): string | undefined {
  const known = ["en", ...Object.keys(packs)];
  const parts = tag.toLowerCase().split("-");
  for (let length = parts.length; length > 0; length--) {
    const wanted = parts.slice(0, length).join("-");
    const found = known.find((name) => name.toLowerCase() === wanted);
    if (found) return found;
  }
  return known.find((name) => name.toLowerCase().split("-")[0] === parts[0]);
}

/** The messages of a pack; English and a pack that fails to load are empty, so that English shows. */
export async function loadLocale(pack: string): Promise<Catalogue> {
  return (await packs[pack]?.().catch(() => undefined))?.default ?? {};
}
