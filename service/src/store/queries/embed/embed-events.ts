import { sql, type RawBuilder } from "kysely";
import type { Trigger } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import { linkSource } from "../analytics/analytics-source.ts";
import { onlyValue } from "../id-lists.ts";
import { afterTest, type PageRange } from "./embed-earnings.ts";
import { present } from "../../../present.ts";

/** An event as a partner's list reads it. */
export interface OwnEventRow {
  id: string;
  at: Date;
  event: "click" | "lead" | "sale";
  eventName: string | null;
  linkId: string;
  shortLink: string;
  country: string | null;
  city: string | null;
  device: string | null;
  browser: string | null;
  os: string | null;
  referer: string | null;
  trigger: Trigger | null;
  customerId: string | null;
  customerEmail: string | null;
  customerName: string | null;
  customerCountry: string | null;
  amount: number | null;
  currency: string | null;
  earnings: number | null;
}

/** Which events of an enrollment's links. */
export interface OwnEventFilter {
  enrollmentId: string;
  event?: "click" | "lead" | "sale" | undefined;
  linkId?: string | undefined;
  span: { from: Date; to: Date };
}

const kinds = ["click", "lead", "sale"] as const;
const tables = { click: "click_events", lead: "lead_events", sale: "sale_events" } as const;

/** Events of an enrollment, newest first: of each kind as many as the page needs, then the newest of all. */
export async function listOwnEvents(db: Db, filter: OwnEventFilter, range: PageRange): Promise<OwnEventRow[]> {
  const parts = wanted(filter).map((kind) => sql`(${newest(kind, filter, range)})`);
  const { rows } = await sql<OwnEventRow>`
    SELECT e.id, e.at, e.event, e.event_name AS "eventName", l.id AS "linkId", l.short_link AS "shortLink",
      k.country, k.city, k.device, k.browser, k.os, k.referer, k.trigger,
      e.customer_id AS "customerId", u.email AS "customerEmail", u.name AS "customerName",
      u.country AS "customerCountry", e.amount, e.currency,
      (SELECT CASE WHEN bool_or(c.hold_reasons ?| ARRAY['fx_unknown', 'unverified']) THEN NULL
          ELSE sum(c.earnings)::bigint END FROM commissions c WHERE c.event_id = e.id
        AND c.enrollment_id = ${filter.enrollmentId}) AS earnings
    FROM (SELECT * FROM (${sql.join(parts, sql` UNION ALL `)}) all_events ORDER BY at DESC, id LIMIT ${range.limit}) e
      JOIN links l ON l.id = e.link_id
      LEFT JOIN customers u ON u.id = e.customer_id
      LEFT JOIN LATERAL (SELECT * FROM click_events k WHERE k.click_id = e.click_id ORDER BY k.at LIMIT 1) k ON true
    ORDER BY e.at DESC, e.id`.execute(db);
  return rows;
}

/** How many events match; given `sums`, whole hours and every click counted, clicks are not counted one by one. */
export async function countOwnEvents(
  db: Db,
  filter: OwnEventFilter,
  sums: { workspaceId: string; edges: readonly number[] } | null,
): Promise<number> {
  const parts = wanted(filter).map((kind) =>
    kind === "click" && sums
      ? sql`(SELECT COALESCE(sum(clicks), 0) FROM (${clickSums(filter, sums)}) s)`
      : sql`(SELECT count(*) FROM ${sql.table(tables[kind])} e WHERE ${tests(filter)})`,
  );
  const { rows } = await sql<{ n: number }>`SELECT (${sql.join(parts, sql` + `)})::bigint AS n`.execute(db);
  return present(rows[0], "the row").n;
}

function clickSums(
  { enrollmentId, linkId }: OwnEventFilter,
  { workspaceId, edges }: { workspaceId: string; edges: readonly number[] },
): RawBuilder<unknown> {
  return linkSource({ workspaceId, enrollmentId, linkIds: onlyValue(linkId) }, edges);
}

function wanted({ event }: OwnEventFilter): readonly (typeof kinds)[number][] {
  return event ? [event] : kinds;
}

function newest(
  kind: (typeof kinds)[number],
  filter: OwnEventFilter,
  { after, limit }: PageRange,
): RawBuilder<unknown> {
  const isSale = kind === "sale";
  const name = kind === "click" ? sql`NULL::text` : sql`e.event_name`;
  const customer = kind === "click" ? sql`NULL::text` : sql`e.customer_id`;
  const amount = isSale ? sql`COALESCE(e.amount_program, e.amount)` : sql`NULL::bigint`;
  const currency = isSale
    ? sql`CASE WHEN e.amount_program IS NULL THEN e.currency ELSE (SELECT currency FROM programs WHERE id = e.program_id) END`
    : sql`NULL::text`;
  const later = afterTest(sql`e.at`, sql`e.id`, { after });
  // Per link, so that each link's index gives its newest events: otherwise one page would read every click.
  const links = filter.linkId === undefined ? sql`enrollment_id = ${filter.enrollmentId}` : sql`id = ${filter.linkId}`;
  return sql`SELECT n.* FROM (SELECT id FROM links WHERE ${links}) l CROSS JOIN LATERAL (SELECT e.id, e.at, ${sql.lit(kind)} AS event, ${name} AS event_name, e.link_id, e.click_id,
      ${customer} AS customer_id, ${amount} AS amount, ${currency} AS currency
    FROM ${sql.table(tables[kind])} e WHERE e.link_id = l.id AND ${during(filter)} AND ${later}
    ORDER BY e.at DESC, e.id LIMIT ${limit}) n`;
}

function tests(filter: OwnEventFilter): RawBuilder<unknown> {
  const { enrollmentId, linkId } = filter;
  const links = linkId
    ? sql`e.link_id = ${linkId}`
    : sql`e.link_id IN (SELECT id FROM links WHERE enrollment_id = ${enrollmentId})`;
  return sql`${links} AND ${during(filter)}`;
}

function during({ enrollmentId, span }: OwnEventFilter): RawBuilder<unknown> {
  return sql`e.enrollment_id = ${enrollmentId} AND e.at >= ${span.from} AND e.at < ${span.to}`;
}

/** About how many rows an enrollment has: of events by its counters, of commissions up to `most`. */
export async function ownRowTotal(db: Db, enrollmentId: string, most: number): Promise<number> {
  const stats = await db
    .selectFrom("enrollment_stats")
    .select(["total_clicks", "total_leads", "total_sales"])
    .where("enrollment_id", "=", enrollmentId)
    .executeTakeFirst();
  const events = stats ? stats.total_clicks + stats.total_leads + stats.total_sales : 0;
  if (events >= most) return events;
  const { rows } = await db
    .selectFrom((eb) =>
      eb.selectFrom("commissions").select("id").where("enrollment_id", "=", enrollmentId).limit(most).as("c"),
    )
    .select(({ fn }) => fn.countAll<number>().as("rows"))
    .executeTakeFirstOrThrow();
  return events + Number(rows);
}
