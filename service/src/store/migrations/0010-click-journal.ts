import { sql, type Kysely, type Migration } from "kysely";

/**
 * `journal_segments`: how far each segment of a click journal was loaded. The name of a segment is never given twice, so its row stays
 * true when the segment is deleted, copied or restored, and is kept: one row for 16 MB of clicks. It replaces `journal_offsets`, whose
 * segment numbers could come again. `refused_clicks`: lines of the journal that the database would not take, and what it said.
 */
const statements = [
  `CREATE TABLE journal_segments (
    segment text PRIMARY KEY,
    byte_offset bigint NOT NULL,
    updated_at timestamptz(3) NOT NULL
  )`,
  `CREATE TABLE refused_clicks (
    segment text NOT NULL,
    byte_offset bigint NOT NULL,
    record bytea NOT NULL,
    reason text NOT NULL,
    refused_at timestamptz(3) NOT NULL,
    PRIMARY KEY (segment, byte_offset)
  )`,
  `DROP TABLE journal_offsets`,
];

export const clickJournal: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
