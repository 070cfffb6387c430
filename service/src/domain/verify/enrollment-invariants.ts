import { transitions } from "../rules/transitions.ts";
import type { Invariant } from "./invariant.ts";

const none = (status: string): string => (status === "none" ? "NULL::text" : `'${status}'`);

/** The pairs of the state machine, as rows. */
const pairs = transitions.map(({ operation, from, to }) => `('${operation}', ${none(from)}, ${none(to)})`).join(", ");

const steps = `audit_rows a WHERE a.entity = 'enrollment' AND (a."from" IS NOT NULL OR a."to" IS NOT NULL)`;

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
    violations: `SELECT DISTINCT e.id FROM enrollments e LEFT JOIN (
        SELECT a.*, lag(a."to") OVER w AS before, row_number() OVER w AS place,
          count(*) OVER (PARTITION BY a.entity_id) AS places
        FROM ${steps} WINDOW w AS (PARTITION BY a.entity_id ORDER BY a.position)) a ON a.entity_id = e.id
      WHERE a.id IS NULL OR a."from" IS DISTINCT FROM a.before
        OR (a.place = a.places AND a."to" IS DISTINCT FROM CASE WHEN e.removed_at IS NULL THEN e.status END)`,
  },
  {
    id: "I25",
    says: "each step of an enrollment is one of the state machine",
    violations: `SELECT DISTINCT a.entity_id AS id FROM ${steps} AND NOT EXISTS (
      SELECT 1 FROM (VALUES ${pairs}) p (operation, "from", "to") WHERE p.operation = a.operation
        AND p."from" IS NOT DISTINCT FROM a."from" AND p."to" IS NOT DISTINCT FROM a."to")`,
  },
  {
    id: "I25",
    says: "each step of a partner's enrollments was told as partner.status_changed",
    violations: `SELECT coalesce(e.partner_id, o.partner_id) AS id FROM (
        SELECT e.workspace_id, e.partner_id, count(*) AS n FROM enrollments e
        JOIN (SELECT a.entity_id FROM ${steps}) a ON a.entity_id = e.id GROUP BY 1, 2) e
      FULL JOIN (
        SELECT workspace_id, data ->> 'partnerId' AS partner_id, count(*) AS n FROM outbox_events
        WHERE event = 'partner.status_changed' AND data ->> 'partnerId' IS NOT NULL GROUP BY 1, 2
      ) o ON o.workspace_id = e.workspace_id AND o.partner_id = e.partner_id
      WHERE e.n IS DISTINCT FROM o.n`,
  },
  {
    id: "I40",
    says: "nobody was brought in by themselves, by another program's partner, or by whom they brought in",
    violations: `WITH RECURSIVE above AS (
        SELECT id, referred_by_id AS by FROM enrollments WHERE referred_by_id IS NOT NULL
        UNION SELECT a.id, e.referred_by_id FROM above a JOIN enrollments e ON e.id = a.by WHERE e.referred_by_id IS NOT NULL)
      SELECT id FROM above WHERE by = id
      UNION SELECT e.id FROM enrollments e JOIN enrollments r ON r.id = e.referred_by_id WHERE r.program_id <> e.program_id`,
  },
  {
    id: "I40",
    says: "the reward for a brought-in partner's sale is that of who brought them in",
    violations: `SELECT c.id FROM commissions c JOIN commissions s ON s.id = c.source_id JOIN enrollments e ON e.id = s.enrollment_id
      WHERE c.type = 'referral' AND c.enrollment_id IS DISTINCT FROM e.referred_by_id`,
  },
];
