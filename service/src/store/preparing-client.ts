import { Client, type DatabaseError } from "pg";

/** Most remembered statements. A prepared one takes some tens of kilobytes of the database's memory. */
const CAPACITY = 400;

/**
 * Whether a prepared statement failed because another process migrated the database and changed its result columns. The next transaction of
 * every session prepares again.
 */
export function isOutdatedPlan(error: unknown): boolean {
  return (error as Partial<DatabaseError>).routine === "RevalidateCachedQuery";
}

/**
 * A session that prepares repeated statements of transactions: parsing and planning a short statement takes longer than running it. Only in
 * writing transactions: they find rows by key, so one plan fits all values; a list or a search needs a plan for its values.
 */
export class PreparingClient extends Client {
  /** How often this process has seen changed columns. */
  static #columnChanges = 0;

  /** Texts of statements in transactions; a text gets a name when it comes a second time. */
  readonly #names = new Map<string, string | null>();
  #prepared = 0;
  #isWriting = false;
  /** The count of changes at the time these statements were prepared. */
  #knownChanges = PreparingClient.#columnChanges;

  override query(...given: unknown[]): never {
    const answer: unknown = Reflect.apply(super.query, this, this.#preparing(given));
    if (answer instanceof Promise) {
      answer.catch((error: unknown) => {
        if (isOutdatedPlan(error)) PreparingClient.#columnChanges += 1;
      });
    }
    return answer as never;
  }

  #preparing(given: unknown[]): unknown[] {
    const [text, values, ...rest] = given;
    if (typeof text !== "string") return given;
    if (text === "begin") {
      this.#isWriting = true;
      if (this.#names.size > CAPACITY || this.#knownChanges < PreparingClient.#columnChanges) this.#forgetAll();
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

  /** Frees the statements prepared so far; their names are never reused. */
  #forgetAll(): void {
    for (const name of this.#names.values()) if (name !== null) this.connection.close({ type: "S", name }, true);
    this.#names.clear();
    this.#knownChanges = PreparingClient.#columnChanges;
  }
}
