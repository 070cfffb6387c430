import type { Pool } from "pg";
import type { LinkAddress } from "./link-cache.ts";
import { findRedirectLinks, type RedirectLink } from "./redirect-link.ts";

/** Statements under way at once: one that waits for the database leaves room for another. */
const MOST_AT_ONCE = 2;
/** Addresses of one statement. */
const MOST_TOGETHER = 200;

interface Waiting {
  address: LinkAddress;
  found: Promise<RedirectLink | null>;
  resolve: (link: RedirectLink | null) => void;
  reject: (error: unknown) => void;
}

/**
 * Looks up links that are not in memory. Those that are asked for while statements are under way are looked up together by the next one:
 * one by one, a few hundred visitors a second would fill the one session of the embedded store.
 */
export class LinkLookups {
  readonly #pool: Pool;
  readonly #waiting = new Map<string, Waiting>();
  #underWay = 0;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** The undeleted link at an address. */
  find(address: LinkAddress): Promise<RedirectLink | null> {
    const known = this.#waiting.get(address.cacheKey);
    if (known) return known.found;
    let settle!: Pick<Waiting, "resolve" | "reject">;
    const found = new Promise<RedirectLink | null>((resolve, reject) => (settle = { resolve, reject }));
    this.#waiting.set(address.cacheKey, { address, found, ...settle });
    this.#next();
    return found;
  }

  #next(): void {
    if (this.#underWay >= MOST_AT_ONCE || this.#waiting.size === 0) return;
    const together = [...this.#waiting.entries()].slice(0, MOST_TOGETHER);
    for (const [cacheKey] of together) this.#waiting.delete(cacheKey);
    this.#underWay += 1;
    void this.#lookUp(together.map(([, waiting]) => waiting)).finally(() => {
      this.#underWay -= 1;
      this.#next();
    });
  }

  async #lookUp(together: readonly Waiting[]): Promise<void> {
    try {
      const links = await findRedirectLinks(
        this.#pool,
        together.map(({ address }) => address),
      );
      for (const [index, { resolve }] of together.entries()) resolve(links[index] ?? null);
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
  }
}
