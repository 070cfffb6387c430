import { sql, type Kysely, type Migration } from "kysely";

/**
 * Indexes for what is done every second or every ten minutes, so that it reads what there is to do and not what there is: what is old
 * enough to be forgotten, and what each webhook is due (those of a disabled one stay due, and are passed over). And of two lists: how
 * many partners a group has, and the commissions of a status that few have.
 */
const statements = [
  `CREATE INDEX embed_visitors_age ON embed_visitors (seen_at)`,
  `CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at)`,
  `CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id)`,
  `DROP INDEX webhook_deliveries_due`,
  `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_at) WHERE status = 'pending'`,
  `DROP INDEX outbox_events_age`,
  `CREATE INDEX outbox_events_age ON outbox_events (created_at)
  WHERE dispatched_at IS NOT NULL AND event <> 'partner.status_changed'`,
  `CREATE INDEX enrollments_group_status ON enrollments (program_id, group_id, status) WHERE removed_at IS NULL`,
  `CREATE INDEX commissions_status ON commissions (program_id, status, created_at DESC, id)`,
];

export const upkeep: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
