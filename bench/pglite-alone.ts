import { PGlite } from "@electric-sql/pglite";

/** PGlite on a directory, as its documentation opens it, until it is killed. */
const database = await PGlite.create({ dataDir: process.argv[2] ?? "" });
await database.query("select 1");
process.send?.("open");
process.once("disconnect", () => process.exit());
