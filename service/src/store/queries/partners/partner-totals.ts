import type { Db } from "../../schema.ts";

/** The partner of an enrollment with the six totals of webhooks. */
export function findPartnerTotals(db: Db, enrollmentId: string) {
  return db
    .selectFrom("enrollments as e")
    .innerJoin("partners as p", "p.id", "e.partner_id")
    .innerJoin("enrollment_stats as s", "s.enrollment_id", "e.id")
    .leftJoin("partner_profiles as f", (join) =>
      join.onRef("f.partner_id", "=", "e.partner_id").onRef("f.workspace_id", "=", "e.workspace_id"),
    )
    .select([
      "e.partner_id",
      "e.group_id",
      "p.email",
      "f.name",
      "f.image",
      "f.country",
      "f.payouts_enabled_at",
      "s.total_clicks",
      "s.total_leads",
      "s.total_conversions",
      "s.total_sales",
      "s.total_sale_amount",
      "s.total_commissions",
    ])
    .where("e.id", "=", enrollmentId)
    .executeTakeFirst();
}
