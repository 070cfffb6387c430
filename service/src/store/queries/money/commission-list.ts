import { sql, type RawBuilder } from "kysely";
import type { CommissionSum } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import { isOneOf, passes, type ValueFilter } from "../id-lists.ts";
import { containing } from "../links/link-list.ts";
import {
  inListOrder,
  isOnPage,
  listOrder,
  windowOrder,
  windowTest,
  type ListOrder,
  type ListPosition,
  type ListWindow,
} from "../list-window.ts";

/** Ids of commissions, to be narrowed by them, their enrollment `e`, partner `p`, its profile `f`, and customer `u`. */
function selectCommissionIds(db: Db) {
  return db
    .selectFrom("commissions as c")
    .leftJoin("enrollments as e", "e.id", "c.enrollment_id")
    .leftJoin("partners as p", "p.id", "c.partner_id")
    .leftJoin("partner_profiles as f", (join) =>
      join.onRef("f.partner_id", "=", "c.partner_id").onRef("f.workspace_id", "=", "c.workspace_id"),
    )
    .leftJoin("customers as u", "u.id", "c.customer_id")
    .select("c.id");
}

/** What was sent with the event of a commission `c`. A sale that only a page reported has no event yet, and keeps it itself. */
const eventMetadata = sql<Record<string, unknown> | null>`coalesce(c.metadata,
  (SELECT metadata FROM sale_events WHERE id = c.event_id), (SELECT metadata FROM lead_events WHERE id = c.event_id))`;

/** Commissions joined with what their record shows; narrow it by `c`. */
function selectCommissions(db: Db) {
  return db
    .selectFrom("commissions as c")
    .innerJoin("enrollments as e", "e.id", "c.enrollment_id")
    .innerJoin("partners as p", "p.id", "c.partner_id")
    .leftJoin("partner_profiles as f", (join) =>
      join.onRef("f.partner_id", "=", "c.partner_id").onRef("f.workspace_id", "=", "c.workspace_id"),
    )
    .leftJoin("enrollment_stats as s", "s.enrollment_id", "c.enrollment_id")
    .leftJoin("customers as u", "u.id", "c.customer_id")
    .leftJoin("links as l", "l.id", "c.link_id")
    .leftJoin("click_reward_days as d", (join) =>
      join
        .onRef("d.enrollment_id", "=", "c.enrollment_id")
        .onRef("d.reward_id", "=", "c.reward_id")
        .onRef("d.day", "=", "c.click_date"),
    )
    .selectAll("c")
    .select(eventMetadata.as("metadata"))
    .select((eb) => eb.fn.coalesce("d.unrewarded", sql<number>`0::bigint`).as("unrewarded"))
    .select([
      "e.group_id",
      "p.email as partner_email",
      "f.name as partner_name",
      "f.image as partner_image",
      "f.country as partner_country",
      "f.payouts_enabled_at",
      "s.total_clicks",
      "s.total_leads",
      "s.total_conversions",
      "s.total_sales",
      "s.total_sale_amount",
      "s.total_commissions",
      "u.external_id as customer_external_id",
      "u.name as customer_name",
      "u.email as customer_email",
      "u.avatar as customer_avatar",
      "u.country as customer_country",
      "u.stripe_customer_id as customer_stripe_id",
      "u.sales as customer_sales",
      "u.sale_amount as customer_sale_amount",
      "u.first_sale_at as customer_first_sale_at",
      "u.subscription_canceled_at as customer_canceled_at",
      "u.erased_at as customer_erased_at",
      "u.created_at as customer_created_at",
      "l.domain as link_domain",
      "l.key as link_key",
      "l.short_link as link_short_link",
    ]);
}

/** A joined row of `selectCommissions`. */
export type CommissionRecordRow = Awaited<ReturnType<ReturnType<typeof selectCommissions>["execute"]>>[number];

/** Records of commissions by id, in id order. */
export function findCommissionRecords(db: Db, ids: readonly string[]): Promise<CommissionRecordRow[]> {
  return selectCommissions(db).where(isOneOf("c.id", ids)).orderBy("c.id").execute();
}

/** The record of a commission of a workspace. */
export function findCommissionRecord(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<CommissionRecordRow | undefined> {
  return selectCommissions(db).where("c.workspace_id", "=", workspaceId).where("c.id", "=", id).executeTakeFirst();
}

/** Where a commission stands in a list by creation. */
export function findCommissionPosition(db: Db, workspaceId: string, id: string): Promise<ListPosition | undefined> {
  return db
    .selectFrom("commissions")
    .select(["id", "created_at as createdAt"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** What narrows a list of commissions. */
export interface CommissionScope {
  programId: string;
  type?: string | undefined;
  status?: string | undefined;
  customerId?: string | undefined;
  payoutId?: string | undefined;
  groupId?: ValueFilter | undefined;
  invoiceId?: string | undefined;
  partnerId?: ValueFilter | undefined;
  enrollmentId?: string | undefined;
  partnerTagId?: ValueFilter | undefined;
  /** A value of what was sent with the event. */
  metadata?: { key: string; value: string } | undefined;
  search?: string | undefined;
  created?: { from: Date; to: Date } | undefined;
}

function selectListed(db: Db, filter: CommissionScope) {
  let ids = selectCommissionIds(db).where("c.program_id", "=", filter.programId);
  for (const test of testsOf(filter)) ids = ids.where(test);
  return ids;
}

/** How many commissions fit and what they earn, by status; statuses without any are left out. */
export function sumsByStatus(db: Db, filter: CommissionScope): Promise<CommissionSum[]> {
  return selectListed(db, filter)
    .clearSelect()
    .select("c.status")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .select(sql<number>`sum(c.earnings)::bigint`.as("earnings"))
    .groupBy("c.status")
    .orderBy("c.status")
    .execute();
}

/** The ids of all commissions that fit, in order. */
export async function listedCommissions(db: Db, filter: CommissionScope, order: ListOrder): Promise<string[]> {
  const rows = await selectListed(db, filter).orderBy(listOrder(order)).execute();
  return rows.map(({ id }) => id);
}

/** A window of a program's commissions, in the order of the list. */
export async function listCommissionRows(
  db: Db,
  filter: CommissionScope,
  { window, order }: { window: ListWindow; order: ListOrder },
): Promise<CommissionRecordRow[]> {
  let ids = selectListed(db, filter).where(windowTest(window, order)).orderBy(windowOrder(window, order));
  ids = ids.limit(window.limit);
  if ("offset" in window) ids = ids.offset(window.offset);
  const rows = await selectCommissions(db).where(isOnPage("c.id", ids)).orderBy(windowOrder(window, order)).execute();
  return inListOrder(window, rows);
}

/** Columns a filter names exactly. */
const exact = {
  type: "c.type",
  status: "c.status",
  customerId: "c.customer_id",
  payoutId: "c.payout_id",
  invoiceId: "c.invoice_id",
  enrollmentId: "c.enrollment_id",
} as const;

function testsOf(filter: CommissionScope): RawBuilder<boolean>[] {
  const tests = Object.entries(exact)
    .map(([name, column]) => ({ column, value: filter[name as keyof typeof exact] }))
    .filter(({ value }) => value !== undefined)
    .map(({ column, value }) => sql<boolean>`${sql.ref(column)} = ${value}`);
  const { partnerId, groupId, partnerTagId, metadata, search, created } = filter;
  if (partnerId?.exclude) tests.push(passes("e.partner_id", partnerId));
  else if (partnerId) {
    tests.push(sql<boolean>`c.enrollment_id IN (SELECT id FROM enrollments WHERE ${passes("partner_id", partnerId)})`);
  }
  if (groupId) tests.push(passes("e.group_id", groupId));
  if (partnerTagId) {
    const hasTag = sql<boolean>`EXISTS (SELECT 1 FROM enrollment_tags t
      WHERE t.enrollment_id = e.id AND ${isOneOf("t.tag_id", partnerTagId.values)})`;
    tests.push(partnerTagId.exclude ? sql<boolean>`NOT ${hasTag}` : hasTag);
  }
  if (metadata) tests.push(sql<boolean>`${eventMetadata} ->> ${metadata.key} = ${metadata.value}`);
  if (search !== undefined) {
    const text = sql`lower(concat_ws(E'\n', c.id, c.description, c.invoice_id, f.name, p.email, u.name, u.email))`;
    tests.push(sql<boolean>`${text} LIKE ${containing(search)}`);
  }
  if (created) tests.push(sql<boolean>`c.created_at >= ${created.from} AND c.created_at < ${created.to}`);
  return tests;
}
