import { Client } from "pg";

/** Statements remembered at most. A prepared one takes some tens of kilobytes of the database's memory. */
const CAPACITY = 400;

/**
 * A session that prepares what transactions repeat: PGlite takes longer to parse and plan a short statement than to run it. Only in
 * transactions that write, which find rows by key, so that one plan suits all values; a list or a search needs a plan for its values.
 */
export class PreparingClient extends Client {
  /** Texts of statements in transactions, and their names once they came a second time. */
  readonly #names = new Map<string, string | null>();
  #prepared = 0;
  #isWriting = false;

  override query(...given: unknown[]): never {
    return Reflect.apply(super.query, this, this.#preparing(given)) as never;
  }

  #preparing(given: unknown[]): unknown[] {
    const [text, values, ...rest] = given;
    if (typeof text !== "string") return given;
    if (text === "begin") {
      this.#isWriting = true;
      if (this.#names.size > CAPACITY) this.#forgetAll();
    }
    if (text === "commit" || text === "rollback") this.#isWriting = false;
    if (!this.#isWriting || !Array.isArray(values) || values.length === 0) return given;
    const name = this.#nameOf(text);
    return name === null ? given : [{ name, text, values }, ...rest];
  }

  #nameOf(text: string): string | null {
    const known = this.#names.get(text);
    if (known) return known;
    const name = known === undefined ? null : `repeated_${(this.#prepared += 1)}`;
    this.#names.set(text, name);
    return name;
  }

  /** Frees the statements prepared so far; their names are never given again. */
  #forgetAll(): void {
    for (const name of this.#names.values()) if (name !== null) this.connection.close({ type: "S", name }, true);
    this.#names.clear();
  }
}
