import { sql } from "kysely";
import type { Store } from "../../src/store/open.ts";
import type { World } from "../contract/world.ts";

/** Rows to be made from one that is there: its table, which one, and what each copy has of its own, as SQL over `i` and the row `r`. */
interface Copies {
  table: string;
  where: string;
  own: Record<string, string>;
}

/**
 * Gives the partner of a workspace's scenes as many links, customers, sales, commissions, clicks, tokens, audit rows and fellow partners, and
 * spreads them over these: rows for lists and plans, from which no sum is made.
 */
export async function growStore(store: Store, same: World, count: number): Promise<void> {
  const name = same.unique();
  const inWorkspace = `workspace_id = '${same.workspaceId}'`;
  const id = (kind: string): string => `'${kind}' || i || '-${name}'`;
  const [member, link, customer] = ["en", "link", "cus"].map(id) as [string, string, string];
  const partner = { partner_id: id("pn"), enrollment_id: member };
  const nothing = { sales: "0", sale_amount: "0" };
  const sale = `${inWorkspace} AND invoice_id = 'sale-${name}'`;
  const all: Copies[] = [
    {
      table: "partners",
      where: `id = '${same.active.partner.id}'`,
      own: { id: id("pn"), email: id("mail"), email_key: id("mail"), username: "NULL" },
    },
    {
      table: "partner_profiles",
      where: `${inWorkspace} AND partner_id = '${same.active.partner.id}'`,
      own: { partner_id: id("pn") },
    },
    {
      table: "enrollments",
      where: `${inWorkspace} AND partner_id = '${same.active.partner.id}'`,
      own: { id: member, partner_id: id("pn"), tenant_id: "NULL" },
    },
    {
      table: "links",
      where: `id = '${same.active.linkId}'`,
      own: {
        ...partner,
        ...nothing,
        id: link,
        key: id("k"),
        key_folded: id("k"),
        short_link: id("https://app.test/k"),
        is_default: "false",
        clicks: "0",
        unique_clicks: "0",
        leads: "0",
        conversions: "0",
      },
    },
    {
      table: "customers",
      where: `${inWorkspace} AND external_id = '${name}'`,
      own: {
        ...nothing,
        id: customer,
        external_id: id("ext"),
        email: id("buyer"),
        enrollment_id: member,
        link_id: link,
      },
    },
    {
      table: "sale_events",
      where: sale,
      own: { id: id("sale"), invoice_id: id("in"), customer_id: customer, enrollment_id: member, link_id: link },
    },
    {
      table: "commissions",
      where: `${inWorkspace} AND type = 'sale'`,
      own: { ...partner, id: id("cm"), event_id: id("sale"), customer_id: customer, invoice_id: id("in") },
    },
    {
      table: "click_events",
      where: inWorkspace,
      own: { id: id("evt"), click_id: id("click"), link_id: link, enrollment_id: member },
    },
    { table: "embed_tokens", where: "true", own: { id: id("tok"), hash: id("hash"), enrollment_id: member } },
    { table: "audit_rows", where: inWorkspace, own: { id: id("aud") } },
  ];
  await same.embedToken(same.active.partner.id);
  for (const copies of all) await copyRows(store, copies, count);
  await sql`ANALYZE`.execute(store.db);
}

/** Copies one row, as often as said. */
export async function copyRows(store: Store, { table, where, own }: Copies, count: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`SELECT column_name AS name FROM information_schema.columns
    WHERE table_name = ${table} AND is_generated = 'NEVER' AND is_identity = 'NO'`.execute(store.db);
  const columns = rows.map((row) => row.name);
  const values = columns.map((column) => own[column] ?? `r."${column}"`);
  await sql`
    INSERT INTO ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    SELECT ${sql.raw(values.join(", "))}
    FROM (SELECT * FROM ${sql.table(table)} WHERE ${sql.raw(where)} LIMIT 1) r, generate_series(1, ${count}::integer) i`.execute(
    store.db,
  );
}
