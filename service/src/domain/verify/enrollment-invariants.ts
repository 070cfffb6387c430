import type { Invariant } from "./invariant.ts";

/** Enrollments, their links, rewards and history. */
export const enrollmentInvariants: readonly Invariant[] = [
  {
    id: "I23",
    says: "links are off exactly where the enrollment's status switches them off",
    violations: `SELECT l.id FROM links l JOIN enrollments e ON e.id = l.enrollment_id
      WHERE l.deleted_at IS NULL AND CASE
        WHEN e.removed_at IS NOT NULL THEN false
        WHEN e.status IN ('declined', 'deactivated', 'banned') THEN l.disabled_at IS NULL
        ELSE l.disabled_by LIKE 'status:%' END`,
  },
  {
    id: "I24",
    says: "deactivated and banned enrollments have no rewards",
    violations: `SELECT id FROM enrollments WHERE removed_at IS NULL AND status IN ('deactivated', 'banned')
      AND coalesce(click_reward_id, lead_reward_id, sale_reward_id, referral_reward_id, discount_id) IS NOT NULL`,
  },
  {
    id: "I25",
    says: "the audit rows of an enrollment form a chain from none to its status",
    violations: `SELECT DISTINCT e.id FROM enrollments e JOIN (
        SELECT a.*, lag(a."to") OVER w AS before, row_number() OVER w AS place,
          count(*) OVER (PARTITION BY a.entity_id) AS places
        FROM audit_rows a WHERE a.entity = 'enrollment' AND (a."from" IS NOT NULL OR a."to" IS NOT NULL)
        WINDOW w AS (PARTITION BY a.entity_id ORDER BY a.id)) a ON a.entity_id = e.id
      WHERE a."from" IS DISTINCT FROM a.before
        OR (a.place = a.places AND a."to" IS DISTINCT FROM CASE WHEN e.removed_at IS NULL THEN e.status END)`,
  },
];
