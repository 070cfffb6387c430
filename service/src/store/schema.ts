import type { Kysely, Transaction } from "kysely";
import type { Database } from "./schema/tables.ts";

/** The tables of the store. `bigint` is read as a number (≤ 2^53 − 1), `numeric` and `date` as text. */
export type { Database } from "./schema/tables.ts";

/** What a query runs on: the store, or a transaction of it. */
export type Db = Kysely<Database>;

/** A transaction of the store. */
export type Tx = Transaction<Database>;
