import { createHash } from "node:crypto";
import { addSums, seed } from "./seed.ts";
import type { Stage } from "./stage.ts";

/** Enrollment `i`: `tenant_<i>`; with `i` even it has a link that was clicked, and `customer_<i>` who bought once. */
export async function seedEnrollments(stage: Stage, { total, until }: { total: number; until: Date }): Promise<void> {
  const { workspaceId, programId, groupId, saleRewardId } = stage;
  const given = [until, total, workspaceId, programId, groupId, saleRewardId];
  await seed(stage, { total, step: 50_000 }, async (client, from, to) => {
    await client.query(facts);
    await client.query(fillFacts, [from, to - 1, ...given]);
    for (const statement of statements) await client.query(statement);
  });
}

/** A text that `search` finds one enrollment of a seeded million by. */
export function searchText(i: number): string {
  return createHash("md5").update(String(i)).digest("hex").slice(8, 18);
}

/** What the statements below spell out: an enrollment of the last 28 days, and what its one customer did at that time. */
const facts = `create temp table if not exists facts (i int, id text, at timestamptz, ws text, program text, grp text, reward text,
  name text, email text, key text, clicks int, active int, amount int, earnings int) on commit delete rows`;

const fillFacts = `insert into facts select *, (amount + 2) / 4 from (
  select i, lpad(i::text, 26, '0'), date_trunc('milliseconds', $3::timestamptz - interval '28 days' * (1 - i::float8 / $4::int)),
    $5::text, $6::text, $7::text, $8::text, 'Partner ' || md5(i::text), 'partner' || i || '@mail.test', 'k' || i,
    (1 - i % 2) * (1 + abs(hashint4(i) % 5)), 1 - i % 2, (1 - i % 2) * (100 + abs(hashint4(i) % 100000)) as amount
  from generate_series($1::int, $2::int) i) fact`;

const all = "from facts";
const active = "from facts where active = 1";

const statements = [
  `insert into partners (id, email, email_key, created_at) select 'pn_' || id, email, email, at ${all}`,
  `insert into partner_profiles (workspace_id, partner_id, name, country, created_at, updated_at)
    select ws, 'pn_' || id, name, 'DE', at, at ${all}`,
  `insert into enrollments (id, workspace_id, program_id, partner_id, status, tenant_id, group_id, sale_reward_id, approved_at,
      created_at, search_text)
    select 'pge_' || id, ws, program, 'pn_' || id, 'approved', 'tenant_' || i, grp, reward, at, at,
      lower(concat_ws(E'\\n', name, email)) ${all}`,
  `insert into enrollment_counts as c select program, 'approved', abs(hashtext('pge_' || id) % 16), count(*) ${all} group by 1, 2, 3
    on conflict (program_id, status, shard) do update set count = c.count + excluded.count`,
  `insert into audit_rows (id, at, workspace_id, actor_type, operation, entity, entity_id, "to")
    select 'aud_' || id, at, ws, 'system', 'create', 'enrollment', 'pge_' || id, 'approved' ${all}`,
  `insert into outbox_events (id, workspace_id, event, data, created_at, dispatched_at)
    select 'evt_made' || id, ws, 'partner.status_changed', json_build_object('partnerId', 'pn_' || id, 'tenantId', 'tenant_' || i,
      'from', null, 'to', 'approved', 'reason', null), at, at ${all}`,
  `insert into enrollment_stats (enrollment_id, program_id, partner_id, accrual, created_at, total_clicks, total_unique_clicks,
      total_leads, total_conversions, total_sales, total_sale_amount, pending_commissions, stale)
    select 'pge_' || id, program, 'pn_' || id, true, at, clicks, clicks, active, active, active, amount, earnings, false ${all}`,
  `insert into enrollment_figures select enrollment_id, s.program_id, partner_id, created_at, total_clicks, total_leads,
      total_conversions, total_sale_amount, total_commissions, net_revenue, earnings_per_click, average_lifetime_value,
      click_to_lead_rate, click_to_conversion_rate, lead_to_conversion_rate, return_on_ad_spend
    from facts join enrollment_stats s on s.enrollment_id = 'pge_' || id`,
  `insert into ranked_enrollments (enrollment_id, program_id, earned) select 'pge_' || id, program, earnings ${active}`,
  `insert into ranked_counts as c (program_id, step, count) select program, three_digits(earnings), count(*) ${active} group by 1, 2
    on conflict (program_id, since, step) do update set count = c.count + excluded.count`,
  `insert into workspace_sums as s select ws, sum(amount) ${active} group by 1
    on conflict (workspace_id) do update set sale_amount = s.sale_amount + excluded.sale_amount`,
  `insert into links (id, workspace_id, program_id, partner_id, enrollment_id, domain, key, key_folded, short_link, url,
      track_conversion, is_default, clicks, unique_clicks, leads, conversions, sales, sale_amount, last_clicked, created_at, updated_at)
    select 'link_' || id, ws, program, 'pn_' || id, 'pge_' || id, '127.0.0.1', key, key, 'http://127.0.0.1/' || key,
      'https://acme.test', true, true, clicks, clicks, active, active, active, amount, case when active = 1 then at end, at, at ${all}`,
  `insert into click_events (id, at, workspace_id, program_id, enrollment_id, link_id, click_id, visitor, is_unique, url, country)
    select 'evt_' || id || n, at, ws, program, 'pge_' || id, 'link_' || id, 'click' || id || n, 'visitor' || id || n, true,
      'https://acme.test', 'DE' from facts, generate_series(1, clicks) n`,
  `insert into customers (id, workspace_id, external_id, name, email, country, enrollment_id, link_id, click_id, bound_at, sales,
      sale_amount, first_sale_at, created_at)
    select 'cus_' || id, ws, 'customer_' || i, 'Customer', 'customer' || i || '@mail.test', 'DE', 'pge_' || id, 'link_' || id,
      'click' || id || 1, at, 1, amount, at, at ${active}`,
  `insert into customer_texts (customer_id, search_text) select id, lower(concat_ws(E'\\n', id, external_id, name, email))
    from customers where id in (select 'cus_' || id ${active})`,
  `insert into link_counts (workspace_id, domain, archived, count, folded) select ws, '127.0.0.1', false, count(*), true ${all} group by 1`,
  `insert into lead_events (id, at, workspace_id, program_id, enrollment_id, link_id, customer_id, click_id, event_name, event_key)
    select 'evt_lead' || id, at, ws, program, 'pge_' || id, 'link_' || id, 'cus_' || id, 'click' || id || 1, 'Sign up', 'sign-up'
    ${active}`,
  `insert into sale_events (id, at, workspace_id, program_id, enrollment_id, link_id, customer_id, click_id, invoice_id, amount,
      currency, amount_program, is_first)
    select 'evt_sale' || id, at, ws, program, 'pge_' || id, 'link_' || id, 'cus_' || id, 'click' || id || 1, 'invoice_' || i, amount,
      'usd', amount, true ${active}`,
  `insert into commissions (id, workspace_id, program_id, enrollment_id, partner_id, type, event_id, customer_id, link_id, reward_id,
      amount, gross_earnings, earnings, currency, status, payable_at, created_at, updated_at)
    select 'cm_' || id, ws, program, 'pge_' || id, 'pn_' || id, 'sale', 'evt_sale' || id, 'cus_' || id, 'link_' || id, reward, amount,
      earnings, earnings, 'usd', 'pending', at + interval '30 days', at, at ${active}`,
  `insert into decisions (id, event_id, reward_event, enrollment_id, commission_id, outcome, code, figures, at)
    select 'dec_lead' || id, 'evt_lead' || id, 'lead', 'pge_' || id, null, 'none', 'no_reward', '{}'::jsonb, at ${active}
    union all select 'dec_sale' || id, 'evt_sale' || id, 'sale', 'pge_' || id, 'cm_' || id, 'created', 'created', '{}', at ${active}`,
  addSums(
    "link",
    ["link_id", "at"],
    `select 'link_' || id, date_trunc('hour', at), clicks, clicks, active, active, active, amount ${active}`,
  ),
  addSums(
    "program",
    ["workspace_id", "program_id", "hour"],
    `select ws, program, date_trunc('hour', at), sum(clicks), sum(clicks), sum(active), sum(active), sum(active), sum(amount)
      ${active} group by 1, 2, 3`,
  ),
  addSums(
    "dimension",
    ["workspace_id", "program_id", "dimension", "value", "at"],
    `select ws, program, dimension, value, date_trunc('hour', at), sum(clicks), sum(clicks), sum(active), sum(active), sum(active),
        sum(amount)
      from facts, (values ('country', 'DE'), ('region', E'DE\\x1fUnknown'), ('city', E'DE\\x1fUnknown\\x1fUnknown'),
        ('device', 'Unknown'), ('browser', 'Unknown'), ('os', 'Unknown'), ('trigger', 'link'), ('referer', '(direct)')
      ) d (dimension, value) where active = 1 group by 1, 2, 3, 4, 5`,
  ),
];
