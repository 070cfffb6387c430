import { sql, type RawBuilder } from "kysely";
import { slicesOf } from "../../../slices-of.ts";
import type { Db } from "../../schema.ts";
import { emptied, emptiedPart, emptySubmission, wipeChanges, wipeNotes, wipeNotesOf } from "../partners/erasure.ts";

/** Takes what people wrote of a customer: why their sales were refunded, and why somebody else got them. */
export async function wipeCustomerNotes(db: Db, customerId: string): Promise<void> {
  await wipeNotes(db, { customerId });
  await sql`UPDATE commissions SET metadata = NULL WHERE customer_id = ${customerId} AND metadata IS NOT NULL`.execute(
    db,
  );
  await sql`UPDATE refunds SET reason = NULL WHERE reason IS NOT NULL
    AND sale_id IN (SELECT id FROM sale_events WHERE customer_id = ${customerId})`.execute(db);
  await sql`UPDATE audit_rows SET reason = NULL
    WHERE entity_id = ${customerId} AND operation IN ('customer.rebind', 'customer.end_terms')`.execute(db);
}

/** The ids of submissions about somebody who became this customer. */
export async function submissionsOf(db: Db, customerId: string): Promise<string[]> {
  const query = db.selectFrom("referral_submissions").select("id").where("customer_id", "=", customerId);
  return (await query.execute()).map(({ id }) => id);
}

/** Takes what a partner answered, and people noted, of somebody who became this customer. @returns the ids of the submissions */
export async function wipeSubmissionsOf(db: Db, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`UPDATE referral_submissions SET ${emptySubmission}
    WHERE customer_id = ${customerId} RETURNING id`.execute(db);
  const ids = rows.map(({ id }) => id);
  await wipeChanges(db, ids);
  return ids;
}

/** What an event says of a customer, and what it says instead. */
const blankCustomer = JSON.stringify({ name: null, email: null, avatar: null, externalId: "", stripeCustomerId: null });
const blankMetadata = JSON.stringify({ metadata: null, note: null, description: null, values: {} });

/** How many rows one statement empties: on the embedded store every other call waits for its end. */
const ROWS_AT_ONCE = 200;

const eventTables = ["lead_events", "sale_events", "outbox_events"] as const;
type EventTable = (typeof eventTables)[number];

/** Whose events they are. */
interface ErasedCustomer {
  customerId: string;
  workspaceId: string;
}

/**
 * Empties what a customer's leads, sales, commissions and events say of the person, in portions.
 * @returns ids of the webhook events, which never change again, for {@link wipeCustomerEvents}
 */
export async function wipeCustomerEventsAhead(db: Db, customer: ErasedCustomer): Promise<string[]> {
  let ids: string[] = [];
  for (const table of eventTables) {
    const { rows } = await sql<{ id: string }>`SELECT t.id FROM ${sql.table(table)} t
      WHERE ${isOf(table, customer)}`.execute(db);
    ids = rows.map(({ id }) => id);
    for (const portion of slicesOf(ids, ROWS_AT_ONCE)) await wipe(db, table, sql`t.id = ANY (${portion})`);
  }
  const commissions = await db
    .selectFrom("commissions")
    .select("id")
    .where("customer_id", "=", customer.customerId)
    .execute();
  const commissionIds = commissions.map(({ id }) => id);
  for (const portion of slicesOf(commissionIds, ROWS_AT_ONCE)) {
    await wipeNotesOf(db, portion);
    await sql`UPDATE commissions SET metadata = NULL WHERE metadata IS NOT NULL AND id = ANY (${portion})`.execute(db);
  }
  return ids;
}

/**
 * Empties what a customer's leads, sales and events say of the person, delivered or not: retries and replays send what is stored. Metadata
 * goes with it, since only the sender knows what it says of a person.
 * @param done webhook events that were emptied already
 */
export async function wipeCustomerEvents(
  db: Db,
  customer: ErasedCustomer,
  done: readonly string[] = [],
): Promise<void> {
  for (const table of eventTables) {
    const isLeft = table === "outbox_events" ? sql`t.id <> ALL (${done})` : saysSomething;
    await wipe(db, table, sql`${isOf(table, customer)} AND ${isLeft}`);
  }
}

/** Which rows of a table speak of the customer. */
function isOf(table: EventTable, { customerId, workspaceId }: ErasedCustomer): RawBuilder<unknown> {
  if (table !== "outbox_events") return sql`t.customer_id = ${customerId}`;
  return sql`t.workspace_id = ${workspaceId} AND event_persons(t.data) && (ARRAY[${customerId}::text]
    || ARRAY(SELECT id FROM referral_submissions WHERE customer_id = ${customerId}))`;
}

/** What stands in the place of the customer and the sale in what was answered or sent. */
const emptiedParts = (said: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${emptiedPart(said, "customer", blankCustomer)} || ${emptiedPart(said, "sale", blankMetadata)}`;

const answer = sql`t.answer`;
const emptiedAnswer = sql`${answer} || ${emptiedParts(answer)}`;
const saysSomething = sql`(t.metadata IS NOT NULL OR ${answer} IS DISTINCT FROM ${emptiedAnswer})`;

async function wipe(db: Db, table: EventTable, test: RawBuilder<unknown>): Promise<void> {
  const data = sql`t.data::jsonb`;
  const change =
    table === "outbox_events"
      ? sql`data = (${emptied(data, blankMetadata)} || ${emptiedParts(data)})::json`
      : sql`metadata = NULL, answer = ${emptiedAnswer}`;
  await sql`UPDATE ${sql.table(table)} t SET ${change} WHERE ${test}`.execute(db);
}
