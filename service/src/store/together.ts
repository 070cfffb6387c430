/** Parallel statements: while one waits for the database, another can run. */
const MOST_AT_ONCE = 2;
/** Most names in one statement. */
const MOST_TOGETHER = 200;

interface Waiting<Key, Found> {
  key: Key;
  found: Promise<Found | undefined>;
  resolve: (found: Found | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Looks up values by names that anyone may request. Requests that arrive while statements run are combined in the next statement: one
 * statement each for a few hundred invented names a second would fill the embedded store's one session.
 */
export class Together<Key, Found> {
  readonly #read: (keys: Key[]) => Promise<ReadonlyMap<string, Found>>;
  readonly #waiting = new Map<string, Waiting<Key, Found>>();
  #underWay = 0;

  /** @param read finds the existing values of the names that `find` is called with */
  constructor(read: (keys: Key[]) => Promise<ReadonlyMap<string, Found>>) {
    this.#read = read;
  }

  /** @returns `undefined` for a name without a value */
  find(name: string, key: Key): Promise<Found | undefined> {
    const known = this.#waiting.get(name);
    if (known) return known.found;
    let settle!: Pick<Waiting<Key, Found>, "resolve" | "reject">;
    const found = new Promise<Found | undefined>((resolve, reject) => (settle = { resolve, reject }));
    this.#waiting.set(name, { key, found, ...settle });
    this.#next();
    return found;
  }

  #next(): void {
    if (this.#underWay >= MOST_AT_ONCE || this.#waiting.size === 0) return;
    const together = new Map([...this.#waiting].slice(0, MOST_TOGETHER));
    for (const name of together.keys()) this.#waiting.delete(name);
    this.#underWay += 1;
    void this.#lookUp(together).finally(() => {
      this.#underWay -= 1;
      this.#next();
    });
  }

  async #lookUp(together: ReadonlyMap<string, Waiting<Key, Found>>): Promise<void> {
    try {
      const found = await this.#read([...together.values()].map(({ key }) => key));
      for (const [name, { resolve }] of together) resolve(found.get(name));
    } catch (error) {
      for (const { reject } of together.values()) reject(error);
    }
  }
}
