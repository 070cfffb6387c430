import type { EmbedLink } from "../contract/index.ts";
import type { DemoCall } from "./call.ts";
import { showLink } from "./links.ts";
import { newestFirst } from "./ledger.ts";
import { oneOf } from "./query.ts";
import type { World } from "./world.ts";

/** The partner's links, newest first; `archived` keeps only those, or only the others. */
export function listLinks({ links, scene }: World, { query }: DemoCall): EmbedLink[] {
  const archived = oneOf(query, "archived", ["true", "false"]);
  return links
    .filter((link) => !archived || String(link.archived) === archived)
    .map((link) => showLink(link, scene))
    .sort(newestFirst);
}
