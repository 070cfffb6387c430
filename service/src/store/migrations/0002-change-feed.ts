import { sql, type Kysely, type Migration } from "kysely";

/**
 * Tells every replica which remembered links changed, from the database itself so that no writer can forget it. Payloads on the
 * channel `store_changed`: `link:<link id>`, `enrollment:<enrollment id>`, `domain:<slug>`, `program:<program id>`. Counters change
 * with every click and are told to nobody.
 */
const statements = [
  `CREATE FUNCTION tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('store_changed', TG_ARGV[0] || ':' || CASE
    WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ->> TG_ARGV[1]
    ELSE to_jsonb(NEW) ->> TG_ARGV[1] END);
  RETURN NULL;
END $$`,
  `CREATE TRIGGER links_told_made AFTER INSERT OR DELETE ON links
  FOR EACH ROW EXECUTE FUNCTION tell_change('link', 'id')`,
  `CREATE TRIGGER links_told_changed AFTER UPDATE OF workspace_id, program_id, partner_id, enrollment_id, domain, key, url,
    track_conversion, proxy, rewrite, do_index, expires_at, expired_url, password_hash, title, description, image, video, ios,
    android, geo, webhook_ids, test_variants, test_started_at, test_completed_at, disabled_at, disabled_by, deleted_at ON links
  FOR EACH ROW EXECUTE FUNCTION tell_change('link', 'id')`,
  `CREATE TRIGGER enrollments_told AFTER UPDATE OF click_reward_id ON enrollments
  FOR EACH ROW WHEN (OLD.click_reward_id IS DISTINCT FROM NEW.click_reward_id)
  EXECUTE FUNCTION tell_change('enrollment', 'id')`,
  `CREATE TRIGGER domains_told AFTER INSERT OR UPDATE OR DELETE ON domains
  FOR EACH ROW EXECUTE FUNCTION tell_change('domain', 'slug')`,
  `CREATE TRIGGER programs_told AFTER UPDATE OF fallback_url, click_id_params ON programs
  FOR EACH ROW EXECUTE FUNCTION tell_change('program', 'id')`,
];

export const changeFeed: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
