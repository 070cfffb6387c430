import { exportSections } from "../contract/embed-data.ts";
import type { EmbedSection } from "../contract/index.ts";
import { checkAccess } from "./access.ts";
import { listEvents } from "./answer-earnings.ts";
import { listLinks } from "./answer-links.ts";
import type { DemoCall } from "./call.ts";
import { demoNow, iso } from "./clock.ts";
import { toJson } from "./hide-figures.ts";
import { check, oneOf } from "./query.ts";
import type { World } from "./world.ts";

/** The partner's data as a file: JSON of one or all parts, or CSV of one (api-contract §10.4, Export). */
export function answerExport(world: World, call: DemoCall): Response {
  const { query } = call;
  const format = oneOf(query, "format", ["json", "csv"]) ?? "json";
  const section = oneOf(query, "section", exportSections) ?? "all";
  check(format === "json" || section !== "all", "custom: section: csv takes one section");
  const everything = { ...call, query: new URLSearchParams("interval=all") };
  const parts: Record<Exclude<typeof section, "all">, object> = {
    earnings: world.earnings,
    links: listLinks(world, everything),
    payouts: world.payouts,
    events: listEvents(world, everything),
    referrals: world.referrals,
    profile: world.profile,
  };
  if (section !== "all") checkAccess(world, { scope: "read", section, access: "read" });
  const shown = Object.entries(parts).filter(([name]) => !world.scene.hidden.includes(name as EmbedSection));
  const json = toJson(world.scene, section === "all" ? Object.fromEntries(shown) : parts[section]);
  const text = format === "json" ? json : toCsv([JSON.parse(json)].flat());
  const name = `referrals-${section}-${iso(demoNow).slice(0, 10)}.${format}`;
  return new Response(text, {
    headers: {
      "Content-Type": `${format === "json" ? "application/json" : "text/csv"}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
    },
  });
}

function toCsv(rows: object[]): string {
  const flat = rows.map((row) => Object.fromEntries(flatten(row, "")));
  const names = [...new Set(flat.flatMap(Object.keys))];
  const lines = [names, ...flat.map((row) => names.map((name) => row[name]))];
  return `\uFEFF${lines.map((line) => line.map(toCell).join(",")).join("\r\n")}\r\n`;
}

/** Names and values of a record; records inside it become columns named `record.field`. */
function flatten(record: object, prefix: string): [string, unknown][] {
  return Object.entries(record).flatMap(([name, value]) =>
    value?.constructor === Object ? flatten(value, `${prefix}${name}.`) : [[prefix + name, value]],
  );
}

/** Text a spreadsheet would run as a formula gets a leading quote; numbers never. */
function toCell(value: unknown): string {
  if (typeof value === "number") return String(value);
  const text = String(value ?? "").replace(/^[=+\-@\t]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
