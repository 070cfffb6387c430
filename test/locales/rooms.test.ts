import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { rooms } from "../../src/locales/en/rooms.ts";
import type { Room } from "../../src/locales/room.ts";

const dashboard = fileURLToPath(new URL("../../src/dashboard", import.meta.url));

/** What code of each folder may say: the shell's words, and those of the rooms that are opened for it. */
const speaks: Readonly<Record<string, readonly Room[]>> = {
  "panels/overview": ["figures"],
  "panels/links": ["figures", "lists"],
  "panels/earnings": ["figures", "lists"],
  "panels/leaderboard": ["figures", "lists"],
  "panels/resources": ["figures", "lists"],
  "panels/refer": ["figures", "forms"],
  "panels/settings": ["figures", "forms"],
  "panels/analytics": ["figures"],
  charts: ["figures"],
  forms: ["forms"],
  format: ["figures"],
  ui: ["figures"],
  states: ["states", "figures"],
};
/** Opens a room of its own besides. */
const opens: Readonly<Record<string, Room>> = { "panels/links/LinkDialog.tsx": "forms" };

const sources = Object.keys(speaks).flatMap((folder) =>
  readdirSync(join(dashboard, folder)).map((file) => ({ folder, file: `${folder}/${file}` })),
);

describe("the words of the dashboard", async () => {
  const known = new Map<string, Room | "shell">(Object.keys(rooms.shell).map((key) => [key, "shell"]));
  for (const room of ["states", "figures", "lists", "forms"] as const)
    for (const key of Object.keys(await rooms[room]())) known.set(key, room);

  it("are each kept in one room", async () => {
    const catalogue = (await import("../../src/locales/en.ts")).default;
    expect([...known.keys()].toSorted()).toEqual(Object.keys(catalogue).toSorted());
  });

  it.each(sources)("said in $file are in a room that is open when it is shown", ({ folder, file }) => {
    const text = readFileSync(join(dashboard, file), "utf8");
    const named = [...text.matchAll(/["`]([a-zA-Z]+\.[a-zA-Z.]*)(?:\$\{|["`])/g)].map(([, key]) => key!);
    const open = ["shell", ...speaks[folder]!, opens[file]];
    const isKnown = (key: string): boolean => [...known.keys()].some((one) => one === key || isStart(key, one));
    const isOpen = (key: string): boolean =>
      [...known].some(([one, room]) => (one === key || isStart(key, one)) && open.includes(room));
    expect(named.filter((key) => isKnown(key) && !isOpen(key))).toEqual([]);
  });
});

/** `earnings.type.` begins the keys a template is completed to. */
const isStart = (key: string, one: string): boolean => key.endsWith(".") && one.startsWith(key);
