import type { EmbedLink } from "../contract/index.ts";
import { isEarned } from "./answer-earnings.ts";
import type { DemoCall } from "./call.ts";
import { showLink } from "./links.ts";
import { newestFirst, totalOf } from "./ledger.ts";
import { oneOf } from "./query.ts";
import type { World } from "./world.ts";

/** The partner's links, newest first; `archived` keeps only those, or only the others. */
export function listLinks({ links, earnings, scene }: World, { query }: DemoCall): EmbedLink[] {
  const archived = oneOf(query, "archived", ["true", "false"]);
  return links
    .filter((link) => !archived || String(link.archived) === archived)
    .map((link) => ({
      ...showLink(link, scene),
      earnings: totalOf(earnings.filter((row) => row.link?.id === link.ref.id && isEarned(row))),
    }))
    .sort(newestFirst);
}
