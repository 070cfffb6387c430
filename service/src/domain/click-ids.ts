import { createHmac, createSecretKey, randomFillSync, timingSafeEqual, type KeyObject } from "node:crypto";
import { base62, type Ids } from "./ids.ts";

/** Letters and digits of a click id at most: 26 of the link's id, 8 of the time, 4 random ones, 11 of the signature. */
export const CLICK_ID_LENGTH = 49;
/** Every click id has this form, older ones of 16 letters too; `analytics.js` keeps nothing else. */
export const clickIdPattern = /^[0-9A-Za-z]{16,64}$/;

const signed = /^([0-9A-Za-z]{1,26})([0-9a-z]{8})[0-9A-Za-z]{4}(?=[0-9A-Za-z]{11}$)/;
const linkPrefix = "link_";
const SIGNATURE_LENGTH = 11;
const RANDOM_LENGTH = 4;

/** The facts a click id carries. */
export interface SignedClick {
  linkId: string;
  /** Epoch milliseconds. */
  at: number;
}

/**
 * Makes and reads click ids. An id names its link and time and is signed with a secret that all replicas share. So a replica accepts a
 * click that another one has answered but not stored yet, or lost when it died.
 */
export class ClickIds {
  readonly #key: KeyObject;
  /** Asking the system for each id's random letters costs more than the id. */
  readonly #pool = Buffer.alloc(4096);
  #at = this.#pool.length;

  constructor(secret: string) {
    this.#key = createSecretKey(Buffer.from(secret));
  }

  make(linkId: string, at: number): string {
    if (!linkId.startsWith(linkPrefix)) throw new Error(`${linkId} is no link's id`);
    const content = linkId.slice(linkPrefix.length) + at.toString(36).padStart(8, "0") + this.#random();
    return content + this.#sign(content);
  }

  /** The link and time in an id; `null` for an id that was not made with this secret, e.g. one of 16 letters from an earlier build. */
  read(id: string): SignedClick | null {
    const [content, link, time] = signed.exec(id) ?? [];
    if (content === undefined || link === undefined || time === undefined) return null;
    const given = Buffer.from(id.slice(content.length));
    if (!timingSafeEqual(given, Buffer.from(this.#sign(content)))) return null;
    return { linkId: linkPrefix + link, at: Number.parseInt(time, 36) };
  }

  #random(): string {
    if (this.#at === this.#pool.length) {
      randomFillSync(this.#pool);
      this.#at = 0;
    }
    this.#at += RANDOM_LENGTH;
    return letters(this.#pool.subarray(this.#at - RANDOM_LENGTH, this.#at));
  }

  /** 64 bits: too many to be guessed by asking. */
  #sign(content: string): string {
    return letters(createHmac("sha256", this.#key).update(content).digest().subarray(0, SIGNATURE_LENGTH));
  }
}

/** A random click id without link and time: for a visit that is not recorded, or a click that is stored at once. */
export function randomClickId(ids: Ids): string {
  return ids.random(16);
}

function letters(bytes: Buffer): string {
  let text = "";
  for (const byte of bytes) text += base62[byte % 62];
  return text;
}
