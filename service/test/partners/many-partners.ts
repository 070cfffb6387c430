import type { TestService } from "../harness.ts";

/**
 * Adds partners of the service's program by SQL, as calls take too long for thousands. Partner `i` of `from` to `to` is called
 * `Common <i>`; one in three has `third` in the name and one in ten `tenth`, those with most and with fewest clicks have `ends`, and one in
 * five has a link to `https://acme.test/fifth`, the others to `https://acme.test/home`. Figures repeat, so that many are equal.
 */
export async function addPartners({ store, workspaceId }: TestService, from: number, to: number): Promise<void> {
  const facts = `WITH facts AS (SELECT i, lpad(i::text, 8, '0') AS id, p.workspace_id AS ws, p.id AS program, g.id AS grp,
      timestamptz '2026-01-01T00:00:00Z' + i % 7 * interval '1 day' AS at
    FROM generate_series($1::int, $2::int - 1) i, programs p JOIN groups g ON g.program_id = p.id WHERE p.workspace_id = $3)`;
  const statements = [
    `INSERT INTO partners (id, email, email_key, created_at)
      SELECT 'pn_' || id, 'p' || i || '@mail.test', 'p' || i || '@mail.test', at FROM facts`,
    `INSERT INTO partner_profiles (workspace_id, partner_id, name, country, created_at, updated_at)
      SELECT ws, 'pn_' || id, 'Common ' || i || CASE WHEN i % 3 = 0 THEN ' third' ELSE '' END ||
        CASE WHEN i % 10 = 0 THEN ' tenth' ELSE '' END || CASE WHEN i % 11 IN (0, 10) THEN ' ends' ELSE '' END, CASE WHEN i % 4 = 0 THEN 'US' ELSE 'DE' END, at, at FROM facts`,
    `INSERT INTO enrollments (id, workspace_id, program_id, partner_id, status, group_id, created_at)
      SELECT 'pge_' || id, ws, program, 'pn_' || id, CASE WHEN i % 6 = 0 THEN 'pending' ELSE 'approved' END, grp, at FROM facts`,
    `INSERT INTO enrollment_stats (enrollment_id, program_id, partner_id, created_at, total_clicks, total_sale_amount)
      SELECT 'pge_' || id, program, 'pn_' || id, at, i % 11, i % 13 * 100 FROM facts`,
    `INSERT INTO links (id, workspace_id, program_id, partner_id, enrollment_id, domain, key, key_folded, short_link, url,
        created_at, updated_at)
      SELECT 'link_' || id, ws, program, 'pn_' || id, 'pge_' || id, 'ref.test', id, id, 'https://ref.test/' || id,
        'https://acme.test/' || CASE WHEN i % 5 = 0 THEN 'fifth' ELSE 'home' END, at, at FROM facts`,
  ];
  for (const statement of statements) await store.pool.query(`${facts} ${statement}`, [from, to, workspaceId]);
}
