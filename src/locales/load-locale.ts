import type { ReferralsMessage } from "../contract/embed.ts";
import { rooms as english } from "./en/rooms.ts";
import type { ReferralsMessageKey } from "./message-key.ts";
import type { Room, Rooms } from "./room.ts";

/** Words of one language, as far as they are here: what is missing is shown in English. */
export type Catalogue = Partial<Record<ReferralsMessageKey, ReferralsMessage>>;

/** Languages with a pack; English is built in. */
export const packs: Readonly<Record<string, () => Promise<{ rooms: Rooms }>>> = {
  de: () => import("./de/rooms.ts"),
  fr: () => import("./fr/rooms.ts"),
  es: () => import("./es/rooms.ts"),
  "pt-BR": () => import("./pt-BR/rooms.ts"),
  it: () => import("./it/rooms.ts"),
  nl: () => import("./nl/rooms.ts"),
  pl: () => import("./pl/rooms.ts"),
  ja: () => import("./ja/rooms.ts"),
  ko: () => import("./ko/rooms.ts"),
  "zh-CN": () => import("./zh-CN/rooms.ts"),
  ar: () => import("./ar/rooms.ts"),
  he: () => import("./he/rooms.ts"),
};

interface Language {
  rooms: Rooms;
  /** Grows by a room at a time. */
  words: Catalogue;
  coming: Map<Room, Promise<Catalogue>>;
  here: Set<Room>;
}

/** Languages the page speaks, by tag. */
const spoken = new Map<string, Language>();
/** Rooms anything on the page speaks from. */
const opened = new Set<Room>();

/** The words of a language, where everything open of it is here already: English is, until a room is opened. */
export function wordsHere(tag: string): Catalogue | undefined {
  const language = tag === "en" ? languageOf("en", english) : spoken.get(tag);
  return language && [...opened].every((room) => language.here.has(room)) ? language.words : undefined;
}

/**
 * The words of a language, for every room that is open; those opened later are added to the same object. A pack that
 * fails to load is English.
 */
export async function loadLocale(tag: string): Promise<Catalogue> {
  const pack = await packs[tag]?.().catch(() => undefined);
  const language = pack ? languageOf(tag, pack.rooms) : languageOf("en", english);
  await Promise.all([...opened].map((room) => fetchRoom(language, room).catch(() => undefined)));
  return language.words;
}

/** Fetches a room in every language the page speaks. Rejects when not even English came; may be called again. */
export async function openRoom(room: Room): Promise<void> {
  opened.add(room);
  await Promise.all([...spoken.values()].map((language) => fetchRoom(language, room)));
}

function languageOf(tag: string, rooms: Rooms): Language {
  const language = spoken.get(tag) ?? { rooms, words: { ...rooms.shell }, coming: new Map(), here: new Set() };
  spoken.set(tag, language);
  return language;
}

async function fetchRoom({ rooms, words, coming, here }: Language, room: Room): Promise<void> {
  const fetched: Promise<Catalogue> = coming.get(room) ?? rooms[room]();
  coming.set(room, fetched);
  try {
    Object.assign(words, await fetched);
  } catch {
    coming.delete(room);
    Object.assign(words, await english[room]());
  }
  here.add(room);
}

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
