import { sql, type Kysely, type Migration } from "kysely";

/**
 * The links of an invitation end with it, so what is remembered of a link depends on the status of its enrollment and the end of its
 * invitation: a change of either is told like one of the link.
 */
const statements = [
  `DROP TRIGGER enrollments_told ON enrollments`,
  `CREATE TRIGGER enrollments_told AFTER UPDATE OF click_reward_id, status, invite_expires_at ON enrollments
  FOR EACH ROW WHEN ((OLD.click_reward_id, OLD.status, OLD.invite_expires_at)
    IS DISTINCT FROM (NEW.click_reward_id, NEW.status, NEW.invite_expires_at))
  EXECUTE FUNCTION tell_change('enrollment', 'id')`,
];

export const invitationsTold: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
