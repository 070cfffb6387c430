import type { EmbedLink } from "../contract/index.ts";
import { isEarned } from "./answer-earnings.ts";
import type { DemoCall } from "./call.ts";
import { showLink } from "./links.ts";
import { newestFirst } from "./ledger.ts";
import { oneOf } from "./query.ts";
import type { DemoState } from "./demo-state.ts";

/** The partner's links, newest first; `archived` keeps only those, or only the others. */
export function listLinks({ links, earnings, scene }: DemoState, { query }: DemoCall): EmbedLink[] {
  const archived = oneOf(query, "archived", ["true", "false"]);
  const earned = new Map<string | undefined, number>();
  for (const row of earnings.filter(isEarned)) earned.set(row.link?.id, (earned.get(row.link?.id) ?? 0) + row.earnings);
  return links
    .filter((link) => !archived || String(link.archived) === archived)
    .map((link) => ({ ...showLink(link, scene), earnings: earned.get(link.ref.id) ?? 0 }))
    .sort(newestFirst);
}
