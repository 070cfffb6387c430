import { hash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { addressBucket } from "../../middleware/client-address.ts";
import type { Store } from "../../store/open.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** The salts in force at a moment. */
export interface Salts {
  today: string;
  /** Yesterday's, while a window opened under it may still be open; else null. */
  previous: string | null;
}

/** A visitor: SHA-256 of address, user agent and the day's salt. The address itself is stored nowhere. */
export function visitorOf(address: string, userAgent: string, salt: string): string {
  return hash("sha256", `${salt}\n${address}\n${userAgent}`, "base64url");
}

/**
 * The origin of a visit within a UTC day: 96 bits of SHA-256 of the address (for IPv6 its /64) and the day's salt. It identifies one place,
 * for any browser, as long as the salt exists.
 */
export function placeOf(address: string, salt: string): string {
  return visitorOf(addressBucket(address), "", salt).slice(0, 16);
}

/**
 * The salts that make visitors: one a UTC day, the same on every replica, kept in the store so that the hour of a visitor survives a
 * restart, and destroyed after 48 hours.
 */
export class VisitorSalts {
  readonly #store: Store;
  readonly #now: () => number;
  #day = -1;
  #today = "";
  #previous: string | null = null;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** The current salts if loaded; after midnight UTC they need a new `load`. */
  current(): Salts | undefined {
    const now = this.#now();
    if (Math.floor(now / DAY) !== this.#day) return undefined;
    return { today: this.#today, previous: now % DAY < HOUR ? this.#previous : null };
  }

  /** The same from the store; while that does not answer, the last day's salt stays in use, for as long as it may be kept. */
  async load(): Promise<Salts> {
    try {
      return await this.#loadToday();
    } catch (error) {
      const age = this.#now() - this.#day * DAY;
      if (this.#today === "" || age > 2 * DAY) throw error;
      return { today: this.#today, previous: null };
    }
  }

  async #loadToday(): Promise<Salts> {
    const now = this.#now();
    const day = Math.floor(now / DAY);
    const salts = await this.#store.transaction(async (trx) => {
      await trx
        .deleteFrom("visitor_salts")
        .where("created_at", "<", new Date(now - 2 * DAY))
        .execute();
      await trx
        .insertInto("visitor_salts")
        .values({ day: dateOf(day), salt: randomBytes(32).toString("base64url"), created_at: new Date(now) })
        .onConflict((conflict) => conflict.column("day").doNothing())
        .execute();
      return trx
        .selectFrom("visitor_salts")
        .select(["salt", sql<string>`day::text`.as("day")])
        .where("day", "in", [dateOf(day), dateOf(day - 1)])
        .execute();
    });
    const saltOf = new Map(salts.map((row) => [row.day, row.salt]));
    const today = saltOf.get(dateOf(day));
    if (today === undefined) throw new Error(`there is no salt for ${dateOf(day)}`);
    this.#today = today;
    this.#previous = saltOf.get(dateOf(day - 1)) ?? null;
    this.#day = day;
    return this.current() ?? this.load();
  }
}

function dateOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}
