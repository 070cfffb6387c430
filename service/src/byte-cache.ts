interface Entry<V> {
  value: V;
  bytes: number;
}

/** Approximate bytes of an entry besides its texts. */
const ENTRY_BYTES = 128;

/**
 * Caches values by name within a number of bytes: a number of entries would not bound the memory, since callers choose their length. The
 * oldest entry is dropped first. A value larger than an eighth of the limit is not cached.
 */
export class ByteCache<V> {
  readonly #entries = new Map<string, Entry<V>>();
  readonly #maxBytes: number;
  readonly #forgotten: (value: V, name: string) => void;
  #bytes = 0;

  /** @param forgotten called for each entry that leaves, except by `clear` */
  constructor(maxBytes: number, forgotten: (value: V, name: string) => void = () => {}) {
    this.#maxBytes = maxBytes;
    this.#forgotten = forgotten;
  }

  /** Bytes in use, about. */
  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(name: string): V | undefined {
    return this.#entries.get(name)?.value;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /**
   * @param valueBytes size of the value, about; its name counts by itself
   * @returns whether it is remembered now
   */
  set(name: string, value: V, valueBytes = 0): boolean {
    this.delete(name);
    const bytes = ENTRY_BYTES + 2 * name.length + valueBytes;
    if (bytes > this.#maxBytes / 8) return false;
    this.#entries.set(name, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.delete(oldest);
    }
    return true;
  }

  delete(name: string): void {
    const entry = this.#entries.get(name);
    if (!entry) return;
    this.#entries.delete(name);
    this.#bytes -= entry.bytes;
    this.#forgotten(entry.value, name);
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  *[Symbol.iterator](): IterableIterator<[string, V]> {
    for (const [name, { value }] of this.#entries) yield [name, value];
  }
}
