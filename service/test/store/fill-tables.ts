import { sql, type RawBuilder } from "kysely";
import type { TestService } from "../harness.ts";
import { deliverAll } from "../webhooks/deliver-all.ts";
import type { KnownPeople } from "./known-people.ts";

/** Writes the rows that only jobs, the redirect, a crash or time make, so that no table of a person's stays empty. */
export async function fillTables(service: TestService, people: KnownPeople): Promise<void> {
  const { partnerId: partner_id, enrollmentId: enrollment_id, linkId: link_id, clickId: click_id } = people;
  const { workspaceId: workspace_id, programId: program_id } = service;
  const { db } = service.store;
  const at = new Date(service.clock.now());
  const insert = (table: string, row: object) => {
    const name = sql.table(table);
    return sql`INSERT INTO ${name} SELECT * FROM jsonb_populate_record(NULL::${name}, ${JSON.stringify(row)})`.execute(
      db,
    );
  };
  const idOf = async (query: RawBuilder<{ id: string }>) => (await query.execute(db)).rows[0]!.id;

  await insert("embed_visitors", { enrollment_id, visitor: "hash", address: "hash", seen_at: at });
  const sums = { total_clicks: 0, total_leads: 0, total_conversions: 0, total_sale_amount: 0 };
  await insert("enrollment_figures", { enrollment_id, program_id, partner_id, created_at: at, ...sums });
  await insert("ranked_boards", { program_id, since: at, state: "filling", filled_to: partner_id });
  await sql`INSERT INTO ranked_enrollments (enrollment_id, program_id, earned) VALUES (${enrollment_id}, ${program_id}, 1)`.execute(
    db,
  );

  await insert("retired_keys", { domain: "ref.test", key_folded: "old", link_id, retired_at: at });
  await insert("visitor_windows", { link_id, visitor: "hash", click_id, opened_at: at });
  const rewarded = { enrollment_id, reward_id: "rw_clicks", day: "2026-01-01", quantity: 1 };
  await insert("click_reward_days", { ...rewarded, unrewarded: 0 });
  await insert("click_reward_addresses", { ...rewarded, address: "hash" });
  const counts = { leads: 1, conversions: 0, sales: 0, sale_amount: 0 };
  await insert("awaited_counts", { click_id, link_id, workspace_id, program_id, hour: at, ...counts });
  const record = JSON.stringify({ enrollment_id, link_id, click_id });
  await sql`INSERT INTO refused_clicks VALUES ('segment', 0, convert_to(${record}, 'UTF8'), 'refused', ${at})`.execute(
    db,
  );

  const { customerId: customer_id } = people;
  await insert("presented_clicks", { customer_id, click_id, link_id, clicked_at: at, presented_at: at });
  const terms = { reward_id: "rw_sales", terms: {}, frozen_at: at };
  await insert("customer_terms", { enrollment_id, customer_id, ...terms });
  const sale_id = await idOf(sql`SELECT id FROM sale_events WHERE customer_id = ${customer_id} LIMIT 1`);
  const dispute = { workspace_id, sale_id, external_id: "dp_1", amount: 1, status: "opened", opened_at: at };
  await insert("disputes", { id: "dp_1", ...dispute });
  const integration_id = await idOf(sql`SELECT id FROM integrations`);
  await insert("integration_notes", { integration_id, name: "paid-by:in_first", value: people.stripeId, at });

  await deliverAll(service.ctx(""), () => Promise.resolve({ status: 500, retryAfter: null, error: "refused" }));
}
