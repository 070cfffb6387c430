import { randomFillSync } from "node:crypto";
import { base62 } from "../domain/ids.ts";

const LENGTH = 16;
/** The largest multiple of 62 in a byte: what lies above would favour the first letters. */
const FAIR = 248;

/** Makes click ids, 16 random characters of base62, from a pool of random bytes: asking the system for each costs more than the id. */
export function createClickIds(): () => string {
  const pool = Buffer.alloc(8192);
  let at = pool.length;
  return () => {
    let id = "";
    while (id.length < LENGTH) {
      if (at === pool.length) {
        randomFillSync(pool);
        at = 0;
      }
      const byte = pool[at++]!;
      if (byte < FAIR) id += base62[byte % 62];
    }
    return id;
  };
}
