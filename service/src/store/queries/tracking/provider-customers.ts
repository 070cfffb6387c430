import { sql, type Insertable } from "kysely";
import type { Db } from "../../schema.ts";
import type { ProviderCustomerRow } from "../../schema/integrations.ts";
import type { ProviderCustomersTable } from "../../schema/tables.ts";

/** The facts about a provider's customer. */
export function findProviderCustomer(
  db: Db,
  integrationId: string,
  id: string,
): Promise<ProviderCustomerRow | undefined> {
  return db
    .selectFrom("provider_customers")
    .selectAll()
    .where("integration_id", "=", integrationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Stores the facts about a provider's customer, replacing earlier ones. */
export async function saveProviderCustomer(db: Db, values: Insertable<ProviderCustomersTable>): Promise<void> {
  const { integration_id: _, id: __, ...known } = values;
  await db
    .insertInto("provider_customers")
    .values(values)
    .onConflict((conflict) => conflict.columns(["integration_id", "id"]).doUpdateSet(known))
    .execute();
}

/** The owner assigns a Stripe customer: this replaces the claims of its events. */
export async function tieStripeCustomer(
  db: Db,
  workspaceId: string,
  { id, externalKey, at }: { id: string; externalKey: string; at: Date },
): Promise<void> {
  await sql`UPDATE provider_customers p SET external_id = ${externalKey}, source = 'server', recorded_at = ${at},
      click_id = CASE WHEN p.external_id = ${externalKey} THEN p.click_id END,
      click_source = CASE WHEN p.external_id = ${externalKey} THEN p.click_source END,
      code = CASE WHEN p.external_id = ${externalKey} THEN p.code END,
      code_source = CASE WHEN p.external_id = ${externalKey} THEN p.code_source END
    FROM integrations i WHERE i.id = p.integration_id AND i.workspace_id = ${workspaceId} AND i.provider = 'stripe'
      AND p.id = ${id}`.execute(db);
}

/** Updates the facts about providers' customers when the owner changes a customer's id. */
export async function renameTiedCustomer(
  db: Db,
  workspaceId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`UPDATE provider_customers p SET external_id = ${to} FROM integrations i
    WHERE i.id = p.integration_id AND i.workspace_id = ${workspaceId} AND p.external_id = ${from}`.execute(db);
}

/**
 * The customer of the first sale paid by this provider's customer that had to wait for a stronger source than the buyer to name its
 * customer.
 */
export async function confirmedBuyer(db: Db, integrationId: string, customer: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    SELECT u.external_id AS id FROM integration_notes n JOIN integrations i ON i.id = n.integration_id
      JOIN sale_events s ON s.workspace_id = i.workspace_id AND s.invoice_id = substr(n.name, length('paid-by:') + 1)
      JOIN customers u ON u.id = s.customer_id
    WHERE n.integration_id = ${integrationId} AND n.name LIKE 'paid-by:%' AND n.value = ${customer}
      AND u.external_id IS NOT NULL ORDER BY s.at, s.id LIMIT 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** Forgets the providers' customers of one customer of the owner. @returns their ids at the providers */
export async function forgetProviderCustomers(
  db: Db,
  workspaceId: string,
  { externalKey, ids }: { externalKey: string | null; ids: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`DELETE FROM provider_customers p USING integrations i
    WHERE i.id = p.integration_id AND i.workspace_id = ${workspaceId}
      AND (p.external_id = ${externalKey} OR (p.external_id IS NULL AND p.id = ANY (${ids}::text[])))
    RETURNING p.id`.execute(db);
  return rows.map(({ id }) => id);
}
