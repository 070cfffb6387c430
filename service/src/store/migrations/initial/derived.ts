/**
 * Columns that repeat what other rows say, kept by the database so that no writer can forget them:
 * the commission sums of `enrollment_stats`, its `live` flag, the number of live enrollments per status, and the search text of an
 * enrollment. The number is spread over 16 rows per status, so that enrollments made at the same time seldom wait for each other.
 */
export const derivedColumns = `
CREATE FUNCTION add_commission_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE enrollment_stats s SET
      pending_commissions = s.pending_commissions - d.pending,
      held_commissions = s.held_commissions - d.held,
      processed_commissions = s.processed_commissions - d.processed,
      paid_commissions = s.paid_commissions - d.paid
    FROM (SELECT enrollment_id,
        COALESCE(SUM(earnings) FILTER (WHERE status = 'pending'), 0) AS pending,
        COALESCE(SUM(earnings) FILTER (WHERE status = 'hold'), 0) AS held,
        COALESCE(SUM(earnings) FILTER (WHERE status = 'processed'), 0) AS processed,
        COALESCE(SUM(earnings) FILTER (WHERE status = 'paid'), 0) AS paid
      FROM old_rows GROUP BY enrollment_id) d
    WHERE s.enrollment_id = d.enrollment_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE enrollment_stats s SET
      pending_commissions = s.pending_commissions + d.pending,
      held_commissions = s.held_commissions + d.held,
      processed_commissions = s.processed_commissions + d.processed,
      paid_commissions = s.paid_commissions + d.paid
    FROM (SELECT enrollment_id,
        COALESCE(SUM(earnings) FILTER (WHERE status = 'pending'), 0) AS pending,
        COALESCE(SUM(earnings) FILTER (WHERE status = 'hold'), 0) AS held,
        COALESCE(SUM(earnings) FILTER (WHERE status = 'processed'), 0) AS processed,
        COALESCE(SUM(earnings) FILTER (WHERE status = 'paid'), 0) AS paid
      FROM new_rows GROUP BY enrollment_id) d
    WHERE s.enrollment_id = d.enrollment_id;
  END IF;
  RETURN NULL;
END $$
----
CREATE TRIGGER commission_sums_insert AFTER INSERT ON commissions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_commission_sums()
----
CREATE TRIGGER commission_sums_update AFTER UPDATE ON commissions
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_commission_sums()
----
CREATE TRIGGER commission_sums_delete AFTER DELETE ON commissions
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION add_commission_sums()
----
CREATE FUNCTION set_stats_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE enrollment_stats SET live = NEW.removed_at IS NULL WHERE enrollment_id = NEW.id;
  RETURN NULL;
END $$
----
CREATE TRIGGER enrollments_live AFTER UPDATE OF removed_at ON enrollments
  FOR EACH ROW EXECUTE FUNCTION set_stats_live()
----
CREATE FUNCTION add_to_enrollment_count(program text, in_status text, enrollment text, step integer) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO enrollment_counts AS c (program_id, status, shard, count)
  VALUES (program, in_status, abs(hashtext(enrollment) % 16), step)
  ON CONFLICT (program_id, status, shard) DO UPDATE SET count = c.count + excluded.count
$$
----
CREATE FUNCTION count_enrollments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.removed_at IS NULL THEN
    PERFORM add_to_enrollment_count(OLD.program_id, OLD.status, OLD.id, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.removed_at IS NULL THEN
    PERFORM add_to_enrollment_count(NEW.program_id, NEW.status, NEW.id, 1);
  END IF;
  RETURN NULL;
END $$
----
CREATE TRIGGER enrollments_count_rows AFTER INSERT OR DELETE ON enrollments
  FOR EACH ROW EXECUTE FUNCTION count_enrollments()
----
CREATE TRIGGER enrollments_count_changes AFTER UPDATE OF status, removed_at ON enrollments
  FOR EACH ROW WHEN ((OLD.status, OLD.removed_at) IS DISTINCT FROM (NEW.status, NEW.removed_at))
  EXECUTE FUNCTION count_enrollments()
----
CREATE FUNCTION refresh_search_text(ids text[]) RETURNS void LANGUAGE sql AS $$
  UPDATE enrollments e SET search_text = lower(concat_ws(E'\\n', f.name, p.email,
    (SELECT string_agg(concat_ws(E'\\n', l.key, l.short_link, l.url), E'\\n' ORDER BY l.created_at, l.id)
      FROM links l WHERE l.enrollment_id = e.id AND l.deleted_at IS NULL)))
  FROM partners p, partner_profiles f
  WHERE e.id = ANY (ids) AND p.id = e.partner_id
    AND f.partner_id = e.partner_id AND f.workspace_id = e.workspace_id
$$
----
CREATE FUNCTION search_text_of_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM refresh_search_text(ARRAY(SELECT DISTINCT enrollment_id FROM new_rows WHERE enrollment_id IS NOT NULL));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM refresh_search_text(ARRAY(SELECT DISTINCT enrollment_id FROM old_rows WHERE enrollment_id IS NOT NULL));
  END IF;
  RETURN NULL;
END $$
----
CREATE TRIGGER links_search_insert AFTER INSERT ON links
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION search_text_of_links()
----
CREATE TRIGGER links_search_delete AFTER DELETE ON links
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION search_text_of_links()
----
CREATE FUNCTION search_text_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'links' THEN
    PERFORM refresh_search_text(ARRAY[OLD.enrollment_id, NEW.enrollment_id]);
  ELSIF TG_TABLE_NAME = 'enrollments' THEN
    PERFORM refresh_search_text(ARRAY[NEW.id]);
  ELSE
    PERFORM refresh_search_text(ARRAY(SELECT id FROM enrollments WHERE partner_id =
      CASE TG_TABLE_NAME WHEN 'partners' THEN to_jsonb(NEW) ->> 'id' ELSE to_jsonb(NEW) ->> 'partner_id' END));
  END IF;
  RETURN NULL;
END $$
----
CREATE TRIGGER links_search_update AFTER UPDATE OF key, short_link, url, deleted_at, enrollment_id ON links
  FOR EACH ROW WHEN ((OLD.key, OLD.short_link, OLD.url, OLD.deleted_at, OLD.enrollment_id)
    IS DISTINCT FROM (NEW.key, NEW.short_link, NEW.url, NEW.deleted_at, NEW.enrollment_id))
  EXECUTE FUNCTION search_text_of_row()
----
CREATE TRIGGER enrollments_search AFTER INSERT ON enrollments
  FOR EACH ROW EXECUTE FUNCTION search_text_of_row()
----
CREATE TRIGGER partner_profiles_search AFTER INSERT OR UPDATE OF name ON partner_profiles
  FOR EACH ROW EXECUTE FUNCTION search_text_of_row()
----
CREATE TRIGGER partners_search AFTER UPDATE OF email ON partners
  FOR EACH ROW EXECUTE FUNCTION search_text_of_row()
`;
