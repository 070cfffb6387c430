import { ReferralsError } from "../contract/errors.ts";
import type { EmbedLink } from "../contract/index.ts";
import { readFlag, readText, type DemoCall } from "./call.ts";
import { iso } from "./clock.ts";
import { createLink, findLink, landingPage, shortLinkOf, showLink, type DemoLink } from "./links.ts";
import { checkLinkHost, destinationUrl } from "../rules/link-destination.ts";
import { foldKey, linkKey, takenKey } from "../rules/link-key.ts";
import { check } from "./query.ts";
import { createRandom } from "./random.ts";
import type { DemoState } from "./demo-state.ts";

/** A new link; 409 at the limit or for a taken key, 422 for a foreign host. */
export function createOwnLink({ links, scene }: DemoState, { body }: DemoCall): EmbedLink {
  const url = readUrl(body) ?? landingPage;
  readText(body, "comments", 4000);
  const key = readKey(body) ?? createRandom(links.length)().toString(36).slice(2, 9);
  if (scene.maxLinks !== null && links.length >= scene.maxLinks) {
    throw new ReferralsError("conflict", `All ${scene.maxLinks} links are used. Edit one.`);
  }
  checkFree(links, key);
  const link = createLink(key, url, scene.now, links.length + 1000);
  links.push(link);
  return showLink(link, scene);
}

/** Edits, archives or restores a link; of a default link only the key may change. */
export function updateOwnLink({ links, scene }: DemoState, { body, id }: DemoCall): EmbedLink {
  const given = { url: readUrl(body), key: readKey(body), archived: readFlag(body, "archived") };
  const link = findLink(links, id)!;
  const { url = link.ref.url, key = link.key, archived = link.archived } = given;
  if (link.isDefault && (url !== link.ref.url || archived !== link.archived)) {
    throw new ReferralsError("conflict", "Change only the key of a default link.");
  }
  if (key !== link.key) checkFree(links, key);
  Object.assign(link.ref, { url, shortLink: shortLinkOf(key) });
  Object.assign(link, { key, archived, updatedAt: iso(scene.now) });
  return showLink(link, scene);
}

/** A destination on the program's host. */
function readUrl(body: Record<string, unknown>): string | undefined {
  const { url: given } = body;
  if (given === undefined) return undefined;
  check(typeof given === "string", "invalid_type: url: must be a string");
  check(given !== "", "too_small: url: must have at least 1 character");
  check([...given].length <= 8192, "too_big: url: must be at most 8192 characters");
  const url = destinationUrl("url", given);
  checkLinkHost(url, { url: landingPage, link_hosts: [], default_urls: [] });
  return url;
}

function readKey(body: Record<string, unknown>): string | undefined {
  const { key } = body;
  if (key === undefined) return undefined;
  check(typeof key === "string", "invalid_type: key: must be a string");
  return linkKey("key", key, true);
}

function checkFree(links: readonly DemoLink[], key: string): void {
  const wanted = foldKey(key);
  // The one key that is always taken, to see what is said then; the root of a domain is not a partner's to take.
  const isFree = wanted !== "taken" && key !== "_root" && links.every((link) => foldKey(link.key) !== wanted);
  if (!isFree) throw takenKey(key);
}
