import type { EmbedLink } from "../contract/index.ts";
import { readFlag, readText, type DemoCall } from "./call.ts";
import { demoNow, iso } from "./clock.ts";
import { createLink, findLink, landingPage, shortLinkOf, showLink, type DemoLink } from "./links.ts";
import { check } from "./query.ts";
import { createRandom } from "./random.ts";
import type { World } from "./world.ts";
import { refusal } from "./refusal.ts";

const reserved = /^(api|embed|assets|demo|health|ready|metrics|docs|r)(\/|$)|^taken$/;

/** A new link; 409 at the limit or for a taken key, 422 for a foreign host. */
export function createOwnLink({ links, scene }: World, { body }: DemoCall): EmbedLink {
  const url = readUrl(body) ?? landingPage;
  readText(body, "comments", 4000);
  const key = readKey(body) ?? createRandom(links.length)().toString(36).slice(2, 9);
  if (scene.maxLinks !== null && links.length >= scene.maxLinks) {
    throw refusal("conflict", `All ${scene.maxLinks} links are used. Edit one.`);
  }
  checkFree(links, key);
  const link = createLink(key, url, demoNow, links.length + 1000);
  links.push(link);
  return showLink(link, scene);
}

/** Edits, archives or restores a link; of a default link only the key may change. */
export function updateOwnLink({ links, scene }: World, { body, id }: DemoCall): EmbedLink {
  const given = { url: readUrl(body), key: readKey(body), archived: readFlag(body, "archived") };
  const link = findLink(links, id)!;
  const { url = link.ref.url, key = link.key, archived = link.archived } = given;
  if (link.isDefault && (url !== link.ref.url || archived !== link.archived)) {
    throw refusal("conflict", "Change only the key of a default link.");
  }
  if (key !== link.key) checkFree(links, key);
  Object.assign(link.ref, { url, shortLink: shortLinkOf(key) });
  Object.assign(link, { key, archived, updatedAt: iso(demoNow) });
  return showLink(link, scene);
}

/** https on the program's host, without credentials or port. */
function readUrl(body: Record<string, unknown>): string | undefined {
  const given = readText(body, "url", 8192);
  if (given === undefined || given === null) return undefined;
  const text = /^[a-z][a-z\d+.-]*:/i.test(given) ? given : `https://${given}`;
  check(URL.canParse(text), "invalid_format: url: must be an address");
  const { origin, username } = new URL(text);
  check(`${origin}/` === landingPage && !username, `custom: url: must be on ${landingPage}, without user or port`);
  return text;
}

function readKey(body: Record<string, unknown>): string | undefined {
  const key = readText(body, "key", 190)?.replace(/^\/+|\/+$/g, "");
  check(key !== "", "too_small: key: required");
  const isFit = key === undefined || /^(?!_)(?!.*(\/\/|(^|\/)\.\.?(\/|$)))[\w\-./\u0080-\uffff]+$/u.test(key);
  check(isFit, "invalid_format: key: takes letters, digits, _ - . /");
  return key;
}

function checkFree(links: readonly DemoLink[], key: string): void {
  const wanted = key.toLowerCase();
  if (!reserved.test(wanted) && links.every((link) => link.key.toLowerCase() !== wanted)) return;
  throw refusal("conflict", `${key} is taken. Choose another key.`);
}
