import type { Kysely } from "kysely";
import type { Database } from "../schema.ts";

/** Customers that are not erased, joined with what the expanded record shows; narrow it by `u`. */
export function selectCustomers(db: Kysely<Database>) {
  return db
    .selectFrom("customers as u")
    .leftJoin("links as l", "l.id", "u.link_id")
    .leftJoin("enrollments as e", "e.id", "u.enrollment_id")
    .leftJoin("partners as p", "p.id", "e.partner_id")
    .leftJoin("partner_profiles as f", (join) =>
      join.onRef("f.partner_id", "=", "e.partner_id").onRef("f.workspace_id", "=", "e.workspace_id"),
    )
    .leftJoin("discounts as d", "d.id", "e.discount_id")
    .selectAll("u")
    .select([
      "l.domain as link_domain",
      "l.key as link_key",
      "l.short_link as link_short_link",
      "l.url as link_url",
      "l.program_id",
      "p.id as partner_id",
      "p.email as partner_email",
      "f.name as partner_name",
      "f.image as partner_image",
      "d.id as discount_id",
      "d.type as discount_type",
      "d.amount_minor",
      "d.rate_bp",
      "d.max_duration",
      "d.description as discount_description",
    ])
    .where("u.erased_at", "is", null);
}

/** A joined row of `selectCustomers`. */
export type CustomerRecordRow = Awaited<ReturnType<ReturnType<typeof selectCustomers>["execute"]>>[number];
