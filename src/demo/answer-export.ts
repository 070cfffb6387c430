import { exportSections } from "../contract/embed-data.ts";
import { isShown } from "./access.ts";
import { answerEvents } from "./answer-earnings.ts";
import { answerLinks } from "./answer-links.ts";
import type { DemoCall } from "./call.ts";
import { demoNow, iso } from "./clock.ts";
import { createQuery, invalid } from "./query.ts";

/** The partner's data as a file: JSON of one or all parts, or CSV of one (api-contract §10.4, Export). */
export function answerExport(call: DemoCall): Response {
  const { query } = call;
  const format = query.oneOf("format", ["json", "csv"]) ?? "json";
  const section = query.oneOf("section", exportSections) ?? "all";
  if (format === "csv" && section === "all") throw invalid("custom", "section", "csv takes one section");
  const parts = collect(call);
  const chosen = section === "all" ? parts : parts[section];
  const text = format === "json" ? JSON.stringify(chosen) : toCsv([chosen].flat() as object[]);
  const name = `referrals-${section}-${iso(demoNow).slice(0, 10)}.${format}`;
  return new Response(text, {
    headers: {
      "Content-Type": format === "json" ? "application/json; charset=utf-8" : "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
    },
  });
}

function collect(call: DemoCall): Record<Exclude<(typeof exportSections)[number], "all">, unknown> {
  const { world } = call;
  const everything = { ...call, query: { ...createQuery(new URLSearchParams("interval=all")), integer: () => 1e9 } };
  return {
    earnings: isShown(world, "earnings") ? world.earnings : [],
    links: answerLinks(everything).data,
    payouts: world.payouts,
    events: answerEvents(everything).data,
    referrals: world.referrals,
    profile: world.profile,
  };
}

function toCsv(rows: object[]): string {
  const flat = rows.map((row) => flatten(row));
  const names = [...new Set(flat.flatMap((row) => Object.keys(row)))];
  const lines = [names, ...flat.map((row) => names.map((name) => row[name]))];
  return `\uFEFF${lines.map((line) => line.map(toCell).join(",")).join("\r\n")}\r\n`;
}

/** Records inside a record become columns named `record.field`. */
function flatten(row: object, prefix = ""): Record<string, unknown> {
  return Object.entries(row).reduce(
    (flat, [name, value]) => ({
      ...flat,
      ...(value?.constructor === Object ? flatten(value as object, `${prefix}${name}.`) : { [prefix + name]: value }),
    }),
    {},
  );
}

/** Text a spreadsheet would run as a formula gets a leading quote; numbers never. */
function toCell(value: unknown): string {
  if (typeof value === "number") return String(value);
  const text = String(value ?? "").replace(/^[=+\-@\t]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
