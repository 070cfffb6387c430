import { Client, type DatabaseError } from "pg";

/** Statements remembered at most. A prepared one takes some tens of kilobytes of the database's memory. */
const CAPACITY = 400;

/**
 * Whether a prepared statement was refused because the columns it answers are others since: another process has migrated the database.
 * The next transaction of every session prepares anew.
 */
export function isOutdatedPlan(error: unknown): boolean {
  return (error as Partial<DatabaseError>).routine === "RevalidateCachedQuery";
}

/**
 * A session that prepares what transactions repeat: a database takes longer to parse and plan a short statement than to run it. Only in
 * transactions that write, which find rows by key, so that one plan suits all values; a list or a search needs a plan for its values.
 */
export class PreparingClient extends Client {
  /** How often this process has heard that the columns of a table are others. */
  static #columnChanges = 0;

  /** Texts of statements in transactions, and their names once they came a second time. */
  readonly #names = new Map<string, string | null>();
  #prepared = 0;
  #isWriting = false;
  /** Those that what is prepared here knows of. */
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

  /** Frees the statements prepared so far; their names are never given again. */
  #forgetAll(): void {
    for (const name of this.#names.values()) if (name !== null) this.connection.close({ type: "S", name }, true);
    this.#names.clear();
    this.#knownChanges = PreparingClient.#columnChanges;
  }
}
