import { sql, type RawBuilder, type Selectable } from "kysely";
import type { Trigger } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import { eventScope, facetTests, within, type EventFilter, type Span } from "./analytics-source.ts";
import { cutSpan } from "./event-portions.ts";
import type { LinkScope } from "./link-scope.ts";
import type { CustomersTable } from "../../schema/tables.ts";

/** An event with the click it came from; customer and sale columns are null where the event has none. */
export interface EventListRow {
  id: string;
  at: Date;
  linkId: string;
  clickId: string | null;
  clickedAt: Date | null;
  url: string | null;
  country: string | null;
  city: string | null;
  region: string | null;
  continent: string | null;
  device: string | null;
  browser: string | null;
  os: string | null;
  trigger: Trigger | null;
  referer: string | null;
  refererUrl: string | null;
  eventName: string | null;
  metadata: Record<string, unknown> | null;
  customerId: string | null;
  amount: number | null;
  currency: string | null;
  amountProgram: number | null;
  programCurrency: string | null;
  invoiceId: string | null;
  paymentProcessor: string | null;
}

/** Which events, and which page of them. */
export interface EventListQuestion {
  scope: LinkScope;
  filter: EventFilter;
  event: "clicks" | "leads" | "sales";
  span: Span;
  order: "asc" | "desc";
  limit: number;
  offset: number;
  /** Most events read in one statement. Default: what the embedded store reads in some 30 ms. */
  portion?: number;
}

/** A lead or sale is read with its click. */
const portions = { clicks: 5_000, leads: 2_000, sales: 2_000 } as const;

/**
 * A page of events in time order, ids breaking ties. When no index covers the filter, or a page skips many events, they are read in
 * portions: the embedded store has one session, and a rare value would block it while all events are read.
 */
export async function listEventRows(db: Db, question: EventListQuestion): Promise<EventListRow[]> {
  const { filter, event, limit, portion = portions[event] } = question;
  const { facets, metadata, saleType, customerId } = filter;
  const isNarrowed = [metadata, saleType, customerId].some((given) => given !== undefined);
  if (Object.keys(facets).length === 0 && !isNarrowed && question.offset + limit <= portion) {
    return readPage(db, question);
  }
  const rows: EventListRow[] = [];
  let { offset } = question;
  const counted = { clicks: event === "clicks", leads: event === "leads", sales: event === "sales" };
  const cut = { span: question.span, counted, size: { most: portion }, order: question.order };
  for await (const span of cutSpan(db, question.scope, cut)) {
    const part = { ...question, span, offset, limit: limit - rows.length };
    const found = await readPage(db, part);
    rows.push(...found);
    if (rows.length === limit) break;
    if (offset > 0) offset = found.length > 0 ? 0 : offset - (await countMatching(db, part));
  }
  return rows;
}

async function readPage(db: Db, question: EventListQuestion): Promise<EventListRow[]> {
  const { order, limit, offset } = question;
  const direction = sql.raw(order);
  const { rows } = await sql<EventListRow>`
    SELECT *, referer_url AS "refererUrl" FROM (${matching(question)}) events
    ORDER BY at ${direction}, id ${direction} LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

async function countMatching(db: Db, question: EventListQuestion): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM (${matching(question)}) events`.execute(db);
  return rows[0]?.n ?? 0;
}

function matching(question: EventListQuestion): RawBuilder<unknown> {
  const { filter, event } = question;
  const source = event === "clicks" ? clicks(question) : conversions(event, question);
  const tests = facetTests(filter.facets);
  return tests.length > 0 ? sql`SELECT * FROM (${source}) events WHERE ${sql.join(tests, sql` AND `)}` : source;
}

const click = sql`c.click_id AS "clickId", c.at AS "clickedAt", c.url, c.country, c.city, c.region, c.continent,
  c.device, c.browser, c.os, c.trigger, c.referer, c.referer_url`;

function clicks({ scope, filter, span }: EventListQuestion): RawBuilder<unknown> {
  const tests = [eventScope("c", scope), within(sql.ref("c.at"), span)];
  if (filter.customerId !== undefined) {
    tests.push(sql`c.click_id = (SELECT click_id FROM customers WHERE id = ${filter.customerId})`);
  }
  if (filter.metadata) tests.push(sql`false`);
  return sql`SELECT c.id, c.at, c.link_id AS "linkId", ${click},
      NULL::text AS "eventName", NULL::jsonb AS metadata, NULL::text AS "customerId", NULL::bigint AS amount,
      NULL::text AS currency, NULL::bigint AS "amountProgram", NULL::text AS "programCurrency",
      NULL::text AS "invoiceId", NULL::text AS "paymentProcessor"
    FROM click_events c WHERE ${sql.join(tests, sql` AND `)}`;
}

const saleColumns = sql`e.amount, e.currency, e.amount_program AS "amountProgram",
  (SELECT p.currency FROM programs p WHERE p.id = e.program_id) AS "programCurrency", e.invoice_id AS "invoiceId",
  e.payment_processor AS "paymentProcessor"`;
const noSale = sql`NULL::bigint AS amount, NULL::text AS currency, NULL::bigint AS "amountProgram",
  NULL::text AS "programCurrency", NULL::text AS "invoiceId", NULL::text AS "paymentProcessor"`;

function conversions(event: "leads" | "sales", { scope, filter, span }: EventListQuestion): RawBuilder<unknown> {
  const tests = [sql`e.link_id IS NOT NULL`, eventScope("e", scope), within(sql.ref("e.at"), span)];
  if (filter.customerId !== undefined) tests.push(sql`e.customer_id = ${filter.customerId}`);
  if (filter.metadata) tests.push(sql`e.metadata ->> ${filter.metadata.key} = ${filter.metadata.value}`);
  if (filter.saleType && event === "sales") tests.push(sql`e.is_first = ${filter.saleType === "new"}`);
  const table = sql.table(event === "leads" ? "lead_events" : "sale_events");
  return sql`SELECT e.id, e.at, e.link_id AS "linkId", ${click}, e.event_name AS "eventName", e.metadata,
      e.customer_id AS "customerId", ${event === "sales" ? saleColumns : noSale}
    FROM ${table} e
    LEFT JOIN LATERAL (SELECT * FROM click_events WHERE click_id = e.click_id ORDER BY at LIMIT 1) c ON true
    WHERE ${sql.join(tests, sql` AND `)}`;
}

/** A customer's row. */
export type EventCustomerRow = Selectable<CustomersTable>;

/** Customers by id. */
export async function eventCustomers(db: Db, ids: readonly string[]): Promise<Map<string, EventCustomerRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("customers")
    .selectAll()
    .where(sql<boolean>`id = ANY (${ids}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
