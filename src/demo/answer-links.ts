import type { EmbedLink, EmbedList } from "../contract/index.ts";
import type { DemoCall } from "./call.ts";
import { newestFirst } from "./ledger.ts";
import { showLink, type DemoLink } from "./links.ts";
import { page } from "./query.ts";
import type { World } from "./world.ts";

/** The partner's links, newest first; `archived` keeps only those, or only the others. */
export function answerLinks({ world, query }: DemoCall): EmbedList<EmbedLink> {
  const archived = query.flag("archived");
  const links = world.links.filter((link) => archived === undefined || link.archived === archived);
  return page(query, "links", links.map((link) => showOwnLink(world, link)).sort(newestFirst));
}

/** A link with its figures. */
export function showOwnLink(world: World, link: DemoLink): EmbedLink {
  return showLink(link, world.metrics.get(link.ref.id)!, world.scene);
}
