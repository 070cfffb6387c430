import { ReferralsError } from "../contract/errors.ts";
import { csvLine, csvMark, csvValue, exportColumns, type ExportSection } from "../rules/csv.ts";
import { listEvents } from "./answer-earnings.ts";
import { listLinks } from "./answer-links.ts";
import type { DemoCall } from "./call.ts";
import { iso } from "./clock.ts";
import { toJson } from "./to-json.ts";
import { check, oneOf } from "./query.ts";
import type { DemoState } from "./demo-state.ts";

/** The partner's data as a file: JSON of one or all parts, or CSV of one. */
export function answerExport(state: DemoState, call: DemoCall): Response {
  const { earnings, payouts, referrals, profile, scene } = state;
  const everything = { ...call, query: new URLSearchParams("interval=all") };
  const links = listLinks(state, everything);
  const events = listEvents(state, everything);
  const parts: Record<string, object> = { profile, links, earnings, payouts, events, referrals };
  const format = oneOf(call.query, "format", ["json", "csv"]) ?? "json";
  const section = oneOf(call.query, "section", ["all", ...Object.keys(parts)]) ?? "all";
  for (const hidden of scene.hidden) delete parts[hidden];
  const chosen = section === "all" ? parts : parts[section];
  if (!chosen) throw new ReferralsError("forbidden", `The program hides ${section}.`);
  check(format === "json" || chosen !== parts, "custom: section: csv takes one section");
  const json = toJson(scene, chosen);
  const name = `referrals-${section}-${iso(scene.now).slice(0, 10)}.${format}`;
  const rows: object[] = [JSON.parse(json)].flat();
  return new Response(format === "json" ? json : toCsv(rows, exportColumns(section as ExportSection, profile)), {
    headers: {
      "Content-Type": `${format === "json" ? "application" : "text"}/${format}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
}

function toCsv(rows: object[], columns: string[]): string {
  return (
    csvMark + [columns, ...rows.map((row) => columns.map((column) => csvValue(row, column)))].map(csvLine).join("")
  );
}
