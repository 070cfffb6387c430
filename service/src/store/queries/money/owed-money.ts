import { sql } from "kysely";
import type { Db } from "../../schema.ts";
import type { OwedMoney, OwedPart } from "../../schema/money.ts";

/** The enrollments in question. */
interface OwedScope {
  programId: string;
  enrollmentId?: string | undefined;
  cutoff: Date;
  at: Date;
  /** The minimum payout by enrollment status; other statuses are not paid. */
  least: Readonly<Record<string, number>>;
}

/** The money owed at a cut-off to each enrollment of a program, or to one, in id order; enrollments without money are left out. */
export async function findOwedMoney(
  db: Db,
  { programId, enrollmentId, cutoff, at, least }: OwedScope,
): Promise<OwedMoney[]> {
  const one = enrollmentId === undefined ? sql`` : sql`AND c.enrollment_id = ${enrollmentId}`;
  const { rows } = await sql<OwedMoney & { parts: (OwedPart & { first: string; last: string })[] }>`
    WITH owed AS (
      SELECT c.enrollment_id, c.payable_at, greatest(c.payable_at, ${cutoff}::timestamptz) AS at, c.earnings,
        CASE WHEN c.mark IS NOT NULL THEN 'banned' WHEN c.status = 'hold' THEN c.hold_reasons ->> 0
          WHEN c.payable_at <= ${cutoff} THEN 'ready' WHEN c.payable_at <= ${at} THEN 'late' ELSE 'clearing' END AS kind,
        coalesce(c.mark -> 'holdReasons', c.hold_reasons) ?| ARRAY['fx_unknown', 'unverified'] AS unknown
      FROM commissions c
      WHERE c.program_id = ${programId} AND (c.status IN ('pending', 'hold') OR c.mark IS NOT NULL) ${one}
      -- Those in a payout that a ban canceled have still to follow the ban or its end, those in another have still to leave it.
      UNION ALL SELECT c.enrollment_id, c.payable_at, greatest(c.payable_at, ${cutoff}::timestamptz), c.earnings,
        CASE WHEN o.mark IS NOT NULL OR e.status = 'banned' THEN 'banned'
          WHEN c.payable_at <= ${cutoff} THEN 'ready' WHEN c.payable_at <= ${at} THEN 'late' ELSE 'clearing' END, false
      FROM enrollments e JOIN payouts o ON o.enrollment_id = e.id JOIN commissions c ON c.payout_id = o.id
      WHERE e.money_move IS NOT NULL AND o.status IN ('canceled', 'failed') AND c.program_id = ${programId} ${one}
    ), parts AS (
      SELECT enrollment_id, kind, sum(earnings)::bigint AS amount, count(*) AS commissions, min(payable_at) AS first,
        max(payable_at) AS last, bool_or(unknown) AS "isUnknown"
      FROM owed GROUP BY enrollment_id, kind
    ), grouped AS (
      SELECT enrollment_id, jsonb_agg(to_jsonb(parts) - 'enrollment_id' ORDER BY kind) AS parts FROM parts GROUP BY 1
    ), open AS (
      SELECT c.enrollment_id, c.id, c.amount FROM payouts c
      WHERE c.program_id = ${programId} AND c.status = 'pending' ${one}
    ), growing AS (
      SELECT enrollment_id, at, sum(sum(earnings)) OVER (PARTITION BY enrollment_id ORDER BY at) AS total
      FROM owed WHERE kind IN ('ready', 'late', 'clearing') GROUP BY 1, 2
    ), reached AS (
      SELECT w.enrollment_id, min(w.at) AS at FROM growing w JOIN enrollments e ON e.id = w.enrollment_id
        LEFT JOIN open o ON o.enrollment_id = w.enrollment_id
      WHERE w.at > ${cutoff} AND w.total + coalesce(o.amount, 0)
        >= (${JSON.stringify(least)}::jsonb ->> e.status)::bigint
      GROUP BY 1
    )
    SELECT e.id AS "enrollmentId", e.partner_id AS "partnerId", e.tenant_id AS "tenantId", p.email, f.name, e.status,
      e.removed_at, o.id AS "payoutId", coalesce(o.amount, 0) AS open, coalesce(g.parts, '[]') AS parts,
      r.at AS "reachedAt"
    FROM grouped g FULL JOIN open o ON o.enrollment_id = g.enrollment_id
      JOIN enrollments e ON e.id = coalesce(g.enrollment_id, o.enrollment_id)
      JOIN partners p ON p.id = e.partner_id
      LEFT JOIN reached r ON r.enrollment_id = e.id
      LEFT JOIN partner_profiles f ON f.partner_id = e.partner_id AND f.workspace_id = e.workspace_id
    ORDER BY e.id`.execute(db);
  return rows.map((row) => ({
    ...row,
    parts: row.parts.map((part) => ({ ...part, first: new Date(part.first), last: new Date(part.last) })),
  }));
}
