import type { Store } from "../../service/src/store/open.ts";

/** Gives a partner as many links and commissions, the newest a minute old. Nothing else is made of them: they are rows of lists. */
export async function seedRows(
  store: Store,
  { partnerId, count }: { partnerId: string; count: number },
): Promise<void> {
  const own = `select e.workspace_id, e.program_id, e.id as enrollment_id, e.partner_id, right(e.id, 13) || lpad(i::text, 13, '0') as number, i,
      now() - i * interval '1 minute' as at
    from enrollments e, generate_series(1, $2::int) i where e.partner_id = $1`;
  await store.pool.query(
    `insert into links (id, workspace_id, program_id, partner_id, enrollment_id, domain, key, key_folded, short_link, url,
        track_conversion, created_at, updated_at)
      select 'link_' || number, workspace_id, program_id, partner_id, enrollment_id, 'acme.test', lower(number), lower(number),
        'https://acme.test/' || lower(number), 'https://acme.test', true, at, at from (${own}) own`,
    [partnerId, count],
  );
  await store.pool.query(
    `insert into commissions (id, workspace_id, program_id, enrollment_id, partner_id, type, amount, gross_earnings, earnings,
        currency, status, payable_at, created_at, updated_at)
      select 'cm_' || number, workspace_id, program_id, enrollment_id, partner_id, 'custom', 0, 100 + i, 100 + i, 'usd', 'pending',
        at + interval '30 days', at, at from (${own}) own`,
    [partnerId, count],
  );
}
