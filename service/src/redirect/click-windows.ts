import type { Store } from "../store/open.ts";

const HOUR = 3_600_000;
/** Every window takes the same: two ids, a hash and an instant, about 250 bytes. So these are at most 125 MB. */
const CAPACITY = 500_000;

/** The hour that a unique click opens for a visitor on a link: fixed from that click, not sliding. */
export interface ClickWindow {
  clickId: string;
  /** Epoch milliseconds. */
  openedAt: number;
}

/** The open hours of the visitors of this process, those of earlier processes included. */
export class ClickWindows {
  readonly #windows = new Map<string, ClickWindow>();

  /** Reads what was open when the service stopped, and removes what is over. */
  async load(store: Store, now: number): Promise<void> {
    const since = new Date(now - HOUR);
    await store.db.deleteFrom("visitor_windows").where("opened_at", "<", since).execute();
    const rows = await store.db
      .selectFrom("visitor_windows")
      .selectAll()
      .where("opened_at", ">=", since)
      .orderBy("opened_at", "desc")
      .limit(CAPACITY)
      .execute();
    for (const row of rows.reverse()) {
      const openedAt = row.opened_at.getTime();
      this.#windows.set(row.link_id + row.visitor, { clickId: row.click_id, openedAt });
    }
  }

  /** The window open at `now`. */
  find(linkId: string, visitor: string, now: number): ClickWindow | undefined {
    const window = this.#windows.get(linkId + visitor);
    return window && now - window.openedAt < HOUR ? window : undefined;
  }

  open(linkId: string, visitor: string, window: ClickWindow): void {
    const key = linkId + visitor;
    this.#windows.delete(key);
    this.#windows.set(key, window);
    this.#dropOldest(window.openedAt);
  }

  /** Undoes `open`: the click was not stored. */
  close(linkId: string, visitor: string, clickId: string): void {
    const key = linkId + visitor;
    if (this.#windows.get(key)?.clickId === clickId) this.#windows.delete(key);
  }

  /** Insertion order is order of opening; each insert drops at most two windows that are over or one too many. */
  #dropOldest(now: number): void {
    let looked = 0;
    for (const [key, { openedAt }] of this.#windows) {
      if (looked++ === 2 || (now - openedAt < HOUR && this.#windows.size <= CAPACITY)) return;
      this.#windows.delete(key);
    }
  }
}
