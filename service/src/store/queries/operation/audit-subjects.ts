import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../schema.ts";
import { isOneOf } from "../id-lists.ts";
import { deletedName } from "../partners/erasure.ts";

/** What an audit row is about, as it is now. */
export interface AuditSubject {
  /** Null: it has none, or belongs to a person who was erased. */
  name: string | null;
  partnerId: string | null;
  /** In minor units of `currency`. */
  amount: number | null;
  currency: string | null;
}

/** How things of one kind are found: what stands after `SELECT`, but for the test of ids, and the column of ids. */
interface Source {
  id: string;
  /** Name, partner, amount and currency, in this order. */
  columns: readonly [RawBuilder<unknown>, RawBuilder<unknown>, RawBuilder<unknown>, RawBuilder<unknown>];
  from: (workspaceId: string) => RawBuilder<unknown>;
}

const none = sql`NULL`;
const partnerName = sql`nullif(f.name, ${deletedName})`;
/** The profile of a partner in the workspace, as `f`. */
const profileOf = (partnerId: string, workspaceId: string): RawBuilder<unknown> =>
  sql`LEFT JOIN partner_profiles f ON f.partner_id = ${sql.ref(partnerId)} AND f.workspace_id = ${workspaceId}`;
/** A share, as `20%`; null of a fixed amount. */
const share = sql`trim_scale(t.rate_bp / 100.0)::text || '%'`;
const amountOfProgram = [sql`t.amount_minor`, sql`CASE WHEN t.amount_minor IS NOT NULL THEN p.currency END`] as const;
const ofProgram =
  (table: string): Source["from"] =>
  (workspaceId) =>
    sql`${sql.table(table)} t JOIN programs p ON p.id = t.program_id AND p.workspace_id = ${workspaceId}`;
/** What has a partner in a column of its own. */
const money = (table: string, amount: string): Source => ({
  id: "t.id",
  columns: [partnerName, sql`t.partner_id`, sql.ref(`t.${amount}`), sql`t.currency`],
  from: (workspaceId) => sql`${sql.table(table)} t ${profileOf("t.partner_id", workspaceId)}`,
});
/** What belongs to an enrollment. */
const ofEnrollment = (table: string, name: RawBuilder<unknown>): Source => ({
  id: "t.id",
  columns: [name, sql`e.partner_id`, none, none],
  from: (workspaceId) =>
    sql`${sql.table(table)} t LEFT JOIN enrollments e ON e.id = t.enrollment_id ${profileOf("e.partner_id", workspaceId)}`,
});
/** What has a name and belongs to nobody. */
const named = (table: string): Source => ({
  id: "t.id",
  columns: [sql`t.name`, none, none, none],
  from: () => sql`${sql.table(table)} t`,
});

const partner: Source = {
  id: "f.partner_id",
  columns: [partnerName, sql`f.partner_id`, none, none],
  from: (workspaceId) => sql`(SELECT partner_id, name FROM partner_profiles WHERE workspace_id = ${workspaceId}) AS f`,
};
const enrollment: Source = {
  id: "t.id",
  columns: [partnerName, sql`t.partner_id`, none, none],
  from: (workspaceId) => sql`enrollments t ${profileOf("t.partner_id", workspaceId)}`,
};

/** Every kind of thing that the audit knows, and where it is found. */
const sources = {
  api_key: named("api_keys"),
  commission: money("commissions", "earnings"),
  customer: ofEnrollment("customers", sql`coalesce(t.name, t.email, t.external_id)`),
  discount: {
    id: "t.id",
    columns: [sql`coalesce(t.description, t.coupon_code, ${share})`, none, ...amountOfProgram],
    from: ofProgram("discounts"),
  },
  discount_code: ofEnrollment("discount_codes", sql`t.code`),
  enrollment,
  "enrollment.application": enrollment,
  "enrollment.group": enrollment,
  "enrollment.invite": enrollment,
  "enrollment.rewards": enrollment,
  "enrollment.tenant": enrollment,
  "enrollment.tokens": enrollment,
  group: named("groups"),
  integration: named("integrations"),
  partner,
  "partner.note": partner,
  "partner.payoutMethod": partner,
  payout: money("payouts", "amount"),
  person: named("people"),
  program: named("programs"),
  referral: ofEnrollment("referral_submissions", partnerName),
  reward: {
    id: "t.id",
    columns: [sql`coalesce(t.description, concat_ws(' ', t.event, ${share}))`, none, ...amountOfProgram],
    from: ofProgram("rewards"),
  },
  workspace: named("workspaces"),
} as const satisfies Record<string, Source>;

/** What kind of thing an audit row is about. */
export type AuditEntity = keyof typeof sources;

/** Every kind, for tests that go through all. */
export const auditEntities = Object.keys(sources) as AuditEntity[];

/** What the rows of a page are about, by id, by one statement for each kind; what is gone is not in it. */
export async function findAuditSubjects(
  db: Db,
  workspaceId: string,
  rows: readonly { entity: string; entity_id: string }[],
): Promise<Map<string, AuditSubject>> {
  const wanted = new Map<Source, Set<string>>();
  for (const row of rows) {
    const source: Source | undefined = sources[row.entity as AuditEntity];
    if (source) wanted.set(source, (wanted.get(source) ?? new Set()).add(row.entity_id));
  }
  const found = new Map<string, AuditSubject>();
  for (const [{ id, columns, from }, ids] of wanted) {
    const [name, partnerId, amount, currency] = columns;
    const { rows: subjects } = await sql<AuditSubject & { id: string }>`
      SELECT ${sql.ref(id)} AS id, ${name} AS name, ${partnerId} AS "partnerId", ${amount}::bigint AS amount, ${currency} AS currency
      FROM ${from(workspaceId)} WHERE ${isOneOf(id, [...ids])}`.execute(db);
    for (const { id: ofRow, ...subject } of subjects) found.set(ofRow, subject);
  }
  return found;
}
