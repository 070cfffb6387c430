import { ReferralsError } from "../contract/errors.ts";
import { listEvents } from "./answer-earnings.ts";
import { listLinks } from "./answer-links.ts";
import type { DemoCall } from "./call.ts";
import { demoNow, iso } from "./clock.ts";
import { toJson } from "./to-json.ts";
import { check, oneOf } from "./query.ts";
import type { World } from "./world.ts";

/** The partner's data as a file: JSON of one or all parts, or CSV of one. */
export function answerExport(world: World, call: DemoCall): Response {
  const { earnings, payouts, referrals, profile, scene } = world;
  const everything = { ...call, query: new URLSearchParams("interval=all") };
  const links = listLinks(world, everything);
  const events = listEvents(world, everything);
  const parts: Record<string, object> = { profile, links, earnings, payouts, events, referrals };
  const format = oneOf(call.query, "format", ["json", "csv"]) ?? "json";
  const section = oneOf(call.query, "section", ["all", ...Object.keys(parts)]) ?? "all";
  for (const hidden of scene.hidden) delete parts[hidden];
  const chosen = section === "all" ? parts : parts[section];
  if (!chosen) throw new ReferralsError("forbidden", `The program hides ${section}.`);
  check(format === "json" || chosen !== parts, "custom: section: csv takes one section");
  const json = toJson(scene, chosen);
  const name = `referrals-${section}-${iso(demoNow).slice(0, 10)}.${format}`;
  return new Response(format === "json" ? json : toCsv([JSON.parse(json)].flat()), {
    headers: {
      "Content-Type": `${format === "json" ? "application" : "text"}/${format}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
}

function toCsv(rows: object[]): string {
  const flat = rows.map((row) => Object.fromEntries(flatten(row, "")));
  const known = [...new Set(flat.flatMap(Object.keys))];
  // A record that is null in some rows has the columns of its fields, none of its own.
  const names = known.filter((name) => !known.some((other) => other.startsWith(`${name}.`)));
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
