import { CLICK_ID_LENGTH } from "../../domain/click-ids.ts";
import type { Store } from "../../store/open.ts";

const HOUR = 3_600_000;
/** An hour that begins later than this was opened by a clock that was ahead: replicas differ by seconds. */
export const CLOCKS_DIFFER_MS = 300_000;
/** About 110 bytes each: 65 in the arrays below, the rest in the map. So these are at most 60 MB. */
const CAPACITY = 500_000;

/** The hour that a unique click opens for a visitor on a link: fixed from that click, not sliding. */
export interface ClickWindow {
  clickId: string;
  /** Epoch milliseconds. */
  openedAt: number;
}

/**
 * The open hours of visitors, including those from earlier processes. Objects with texts would take four times the memory, all of it
 * scanned by the garbage collector.
 */
export class ClickWindows {
  readonly #capacity: number;
  /** Slot by key. A slot whose key maps to another slot, or none, is reused in its turn. */
  readonly #slots = new Map<number, number>();
  readonly #keys: Float64Array;
  readonly #openedAt: Float64Array;
  readonly #clickIds: Buffer;
  /** Windows opened and dropped so far. Slots are used in turn, so the oldest is always dropped next. */
  #opened = 0;
  #dropped = 0;

  constructor(capacity = CAPACITY) {
    this.#capacity = capacity;
    this.#keys = new Float64Array(capacity);
    this.#openedAt = new Float64Array(capacity);
    this.#clickIds = Buffer.alloc(capacity * CLICK_ID_LENGTH);
  }

  /** Reads the windows that were open when the service stopped, and removes expired ones. */
  async load(store: Store, now: number): Promise<void> {
    const since = new Date(now - HOUR);
    await store.db.deleteFrom("visitor_windows").where("opened_at", "<", since).execute();
    const rows = await store.db
      .selectFrom("visitor_windows")
      .selectAll()
      .where("opened_at", ">=", since)
      .orderBy("opened_at", "desc")
      .limit(this.#capacity)
      .execute();
    for (const { link_id, visitor, click_id, opened_at } of rows.reverse())
      this.#put(keyOf(link_id, visitor), { clickId: click_id, openedAt: opened_at.getTime() }, now);
  }

  /** The window open at `now`. */
  find(linkId: string, visitor: string, now: number): ClickWindow | undefined {
    const slot = this.#slots.get(keyOf(linkId, visitor));
    if (slot === undefined) return undefined;
    const openedAt = this.#openedAt[slot] ?? 0;
    return now - openedAt < HOUR && openedAt - now < CLOCKS_DIFFER_MS
      ? { clickId: this.#clickIdAt(slot), openedAt }
      : undefined;
  }

  open(linkId: string, visitor: string, window: ClickWindow): void {
    this.#put(keyOf(linkId, visitor), window, window.openedAt);
  }

  #put(key: number, { clickId, openedAt }: ClickWindow, now: number): void {
    this.#dropOldest(now);
    const slot = this.#opened++ % this.#capacity;
    this.#keys[slot] = key;
    this.#openedAt[slot] = openedAt;
    this.#clickIds.fill(0, slot * CLICK_ID_LENGTH, (slot + 1) * CLICK_ID_LENGTH);
    this.#clickIds.write(clickId, slot * CLICK_ID_LENGTH, CLICK_ID_LENGTH, "latin1");
    this.#slots.set(key, slot);
  }

  /** Undoes `open`: the click was not stored. */
  close(linkId: string, visitor: string, clickId: string): void {
    const key = keyOf(linkId, visitor);
    const slot = this.#slots.get(key);
    if (slot !== undefined && this.#clickIdAt(slot) === clickId) this.#slots.delete(key);
  }

  #clickIdAt(slot: number): string {
    const bytes = this.#clickIds.subarray(slot * CLICK_ID_LENGTH, (slot + 1) * CLICK_ID_LENGTH);
    const end = bytes.indexOf(0);
    return bytes.toString("latin1", 0, end === -1 ? CLICK_ID_LENGTH : end);
  }

  /** Makes room for one more: drops at most two expired windows, and one when all slots are taken. */
  #dropOldest(now: number): void {
    for (let looked = 0; looked < 2 && this.#dropped < this.#opened; looked++) {
      const slot = this.#dropped % this.#capacity;
      const isFull = this.#opened - this.#dropped === this.#capacity;
      if (!isFull && now - (this.#openedAt[slot] ?? 0) < HOUR) return;
      const key = this.#keys[slot] ?? 0;
      if (this.#slots.get(key) === slot) this.#slots.delete(key);
      this.#dropped += 1;
    }
  }
}

/**
 * 53 bits of a link and a visitor (FNV-1a, twice). Visitors are SHA-256 under a secret salt, so nobody can construct a collision; by chance
 * a visit meets another visitor's window once in 18 billion.
 */
function keyOf(linkId: string, visitor: string): number {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (const text of [linkId, visitor]) {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      low = Math.imul(low ^ code, 0x01000193);
      high = Math.imul(high ^ code, 0x85ebca6b);
    }
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
