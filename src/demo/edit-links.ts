import { ReferralsError } from "../contract/errors.ts";
import type { EmbedLink } from "../contract/index.ts";
import { showOwnLink } from "./answer-links.ts";
import { readText, type DemoCall } from "./call.ts";
import { demoNow, iso } from "./clock.ts";
import { createLink, landingPage, linkDomain } from "./links.ts";
import { noMetrics } from "./metrics.ts";
import { invalid } from "./query.ts";
import { createRandom, pick } from "./random.ts";
import type { World } from "./world.ts";

const reserved = ["api", "embed", "assets", "demo", "health", "ready", "metrics", "docs", "r"];

/** A new link; 409 at the limit or for a taken key, 422 for a foreign host. */
export function createOwnLink({ world, body }: DemoCall): EmbedLink {
  const url = readUrl(body) ?? landingPage;
  const key = readKey(body) ?? randomKey(world);
  readText(body, "comments", 4000);
  const { maxLinks } = world.scene;
  if (maxLinks !== null && world.links.length >= maxLinks) {
    throw new ReferralsError("conflict", `All ${maxLinks} links are in use. Archive none, edit one instead.`);
  }
  checkFree(world, key);
  const link = createLink(key, url, demoNow, world.links.length + 1000);
  world.links.push(link);
  world.metrics.set(link.ref.id, noMetrics());
  return showOwnLink(world, link);
}

/** Edits, archives or restores a link; of a default link only the key may change. */
export function updateOwnLink({ world, body, id }: DemoCall): EmbedLink {
  const url = readUrl(body);
  const key = readKey(body);
  const { archived } = body;
  if (archived !== undefined && typeof archived !== "boolean") {
    throw invalid("invalid_type", "archived", "must be a boolean");
  }
  const link = world.links.find((own) => own.ref.id === id);
  if (!link) throw new ReferralsError("not_found", "There is no such link. Check the id.");
  const changed = (url !== undefined && url !== link.ref.url) || (archived !== undefined && archived !== link.archived);
  if (link.isDefault && changed) throw new ReferralsError("conflict", "Only the key of a default link may change.");
  if (key !== undefined && key !== link.key) checkFree(world, key);
  link.key = key ?? link.key;
  link.ref.shortLink = `https://${linkDomain}/${link.key}`;
  link.ref.url = url ?? link.ref.url;
  link.archived = archived ?? link.archived;
  link.updatedAt = iso(demoNow);
  return showOwnLink(world, link);
}

/** https on the program's host, without credentials or port (domain-rules L3). */
function readUrl(body: Record<string, unknown>): string | undefined {
  const given = readText(body, "url", 8192);
  if (given === undefined || given === null) return undefined;
  const text = /^[a-z][a-z\d+.-]*:/i.test(given) ? given : `https://${given}`;
  if (!URL.canParse(text)) throw invalid("invalid_format", "url", "must be an address");
  const url = new URL(text);
  if (url.protocol !== "https:" || url.username || url.port) {
    throw invalid("invalid_value", "url", "must be https, without credentials and port");
  }
  if (url.hostname !== "northlight.example") throw invalid("custom", "url", "must be on northlight.example");
  return text;
}

function readKey(body: Record<string, unknown>): string | undefined {
  const key = readText(body, "key", 190)?.replace(/^\/+|\/+$/g, "");
  if (key === undefined) return undefined;
  if (key === "") throw invalid("too_small", "key", "must have at least 1 character");
  if (!/^(?!_)[\w\-./\u0080-\uffff]+$/u.test(key) || /\/\/|(^|\/)\.{1,2}(\/|$)/.test(key)) {
    throw invalid("invalid_format", "key", "may hold letters, digits, _ - . and /");
  }
  return key;
}

function checkFree(world: World, key: string): void {
  const wanted = key.toLowerCase();
  const taken = world.links.some((link) => link.key.toLowerCase() === wanted);
  if (!taken && !reserved.includes(wanted.split("/")[0]!) && wanted !== "taken") return;
  throw new ReferralsError("conflict", `The key ${key} is already taken. Choose another one.`);
}

function randomKey(world: World): string {
  const random = createRandom(world.links.length);
  const alphabet = [..."0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghijkmnopqrstuvwxyz"];
  return Array.from({ length: 7 }, () => pick(random, alphabet)).join("");
}
