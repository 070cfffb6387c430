import { sqlStateOf } from "../../store/violations.ts";

/**
 * Why a transaction of records failed:
 *
 * - `database`: it is away, full, or busy. Every record fails until that is over.
 * - `record`: its content. It fails on every try.
 * - `unclear`: either.
 */
export type Fault = "database" | "record" | "unclear";

/**
 * Classes of SQLSTATE that are not about a record: connection (08), transaction state (25), authorization (28), no such database (3D),
 * rollback to be tried again (40), resources (53), object in use (55), operator's intervention (57), system (58).
 */
const databaseClasses = new Set(["08", "25", "28", "3D", "40", "53", "55", "57", "58"]);
/** Classes about values: cardinality (21), data (22), constraint (23), program limit (54), raised by a trigger. */
const recordClasses = new Set(["21", "22", "23", "54", "P0"]);
/** A statement timeout has a code of that class, but the record itself may cause it. */
const QUERY_CANCELED = "57014";

/** Messages of `pg` and the embedded store that have no code. */
const connectionLost = /connect|terminated|worker ended|store is closed|ended pool|after the pool/i;

/** Classifies an error of the database, or of the code that prepares a record. */
export function faultOf(error: unknown): Fault {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError) return "record";
  const code = sqlStateOf(error);
  if (typeof code !== "string") return connectionLost.test(String(error)) ? "database" : "unclear";
  if (code === QUERY_CANCELED) return "unclear";
  // A code of the operating system, e.g. ECONNREFUSED.
  if (!/^[0-9A-Z]{5}$/.test(code)) return "database";
  const sqlClass = code.slice(0, 2);
  if (databaseClasses.has(sqlClass)) return "database";
  return recordClasses.has(sqlClass) ? "record" : "unclear";
}
