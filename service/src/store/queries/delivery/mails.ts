import { sql, type Insertable } from "kysely";
import type { MailChoices, MailKind, Program } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import type { MailsTable } from "../../schema/tables.ts";

/** The address and language of a partner in a workspace. */
export function findRecipient(db: Db, partnerId: string, workspaceId: string) {
  return db
    .selectFrom("partners as p")
    .leftJoin("partner_profiles as f", (join) =>
      join.onRef("f.partner_id", "=", "p.id").on("f.workspace_id", "=", workspaceId),
    )
    .where("p.id", "=", partnerId)
    .select(["p.email", "f.locale", "f.mail_choices"])
    .executeTakeFirst();
}

/** Stores a mail, unless one of the same cause is there. */
export async function insertMail(db: Db, row: Insertable<MailsTable>): Promise<void> {
  await db
    .insertInto("mails")
    .values(row)
    .onConflict((oc) => oc.column("key").doNothing())
    .execute();
}

/** A mail to send now, with what it is written with. */
export interface DueMail {
  id: string;
  kind: MailKind;
  workspaceId: string | null;
  /** How often it was tried, with this time. */
  attempt: number;
  recipient: string;
  /** As `kind` has it. */
  data: unknown;
  locale: string | null;
  partnerId: string | null;
  /** The recipient's name in the workspace. */
  name: string | null;
  timeZone: string | null;
  program: string | null;
  logo: string | null;
  brandColor: string | null;
  /** The program's own words. */
  texts: Program["mails"] | null;
  /** The person of the console whom it goes to. */
  personId: string | null;
  /** Opens the page where the recipient chooses their mails, once there was one. */
  token: string | null;
}

/**
 * Takes due mails for as long as the lease, and counts the attempt: no other replica gets them before it ends, and one that ends the process
 * is not tried for ever. Those that somebody waits for come first, then one of each workspace, so that the many of one delay nobody else's.
 */
export async function leaseDueMails(
  db: Db,
  awaited: readonly MailKind[],
  { now, leaseEnd, limit }: { now: Date; leaseEnd: Date; limit: number },
): Promise<DueMail[]> {
  const isAwaited = sql`kind = ANY (${awaited}::text[])`;
  const { rows } = await sql<DueMail>`
    WITH turns AS (
      SELECT id, ${isAwaited} AS awaited,
        row_number() OVER (PARTITION BY ${isAwaited}, workspace_id ORDER BY next_attempt_at, id) AS turn
      FROM mails WHERE status = 'waiting' AND next_attempt_at <= ${now}
      ORDER BY awaited DESC, turn, id LIMIT ${limit}
    ), taken AS (
      SELECT m.id FROM turns JOIN mails m USING (id)
      WHERE m.status = 'waiting' AND m.next_attempt_at <= ${now} FOR UPDATE OF m SKIP LOCKED
    ), leased AS (
      UPDATE mails m SET attempt = m.attempt + 1, next_attempt_at = ${leaseEnd} FROM taken WHERE m.id = taken.id
      RETURNING m.*
    )
    SELECT m.id, m.kind, m.workspace_id AS "workspaceId", m.attempt, m.recipient, m.data, m.locale,
      m.partner_id AS "partnerId", coalesce(f.name, o.name) AS name, coalesce(f.timezone, p.timezone) AS "timeZone", p.name AS program, p.logo, p.brand_color AS "brandColor",
      p.mails AS texts, o.id AS "personId", coalesce(f.mail_token, o.mail_token) AS token
    FROM leased m LEFT JOIN workspaces w ON w.id = m.workspace_id LEFT JOIN programs p ON p.id = w.default_program_id
    LEFT JOIN partner_profiles f ON f.workspace_id = m.workspace_id AND f.partner_id = m.partner_id
    LEFT JOIN people o ON m.partner_id IS NULL AND o.workspace_id = m.workspace_id AND o.email = m.recipient`.execute(
    db,
  );
  return rows;
}

/** How an attempt ended. */
export type MailEnd =
  | { status: "sent" }
  | { status: "failed"; error: string }
  | { status: "waiting"; error: string; at: Date };

/**
 * Writes how an attempt ended, unless another one has begun since. Of a mail that was sent or given up, neither address nor content is kept.
 */
export async function settleMail(
  db: Db,
  { id, attempt }: Pick<DueMail, "id" | "attempt">,
  { now, end }: { now: Date; end: MailEnd },
): Promise<void> {
  const emptied = end.status === "waiting" ? {} : { recipient: null, data: "{}" };
  await db
    .updateTable("mails")
    .set({
      ...emptied,
      status: end.status,
      error: end.status === "sent" ? null : end.error,
      next_attempt_at: end.status === "waiting" ? end.at : null,
      sent_at: end.status === "sent" ? now : null,
    })
    .where("id", "=", id)
    .where("attempt", "=", attempt)
    .where("status", "=", "waiting")
    .execute();
}

/** How long the oldest mail has been due, in ms: 0 when none is. */
export async function mailLagMs(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ since: Date | null }>`
    SELECT min(created_at) AS since FROM mails WHERE status = 'waiting'`.execute(db);
  const since = rows[0]?.since;
  return since ? Math.max(0, now.getTime() - since.getTime()) : 0;
}

/** Removes the mails of a partner in a workspace, or everywhere, and those on their way to others that name the partner. */
export async function removeMails(db: Db, partnerId: string, workspaceId: string | null): Promise<void> {
  await sql`DELETE FROM mails WHERE partner_id = ${partnerId}
    AND (${workspaceId}::text IS NULL OR workspace_id = ${workspaceId})`.execute(db);
  await sql`DELETE FROM mails WHERE status = 'waiting' AND position(${partnerId} IN data::text) > 0
    AND (${workspaceId}::text IS NULL OR workspace_id = ${workspaceId})`.execute(db);
}

/** How many mails of a kind a partner was sent, or will be, since a moment. */
export async function countMails(
  db: Db,
  { partnerId, kind, since }: { partnerId: string; kind: MailKind; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom("mails")
    .where("partner_id", "=", partnerId)
    .where("kind", "=", kind)
    .where("created_at", ">", since)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Who chooses mails: a partner in a workspace, or a person who runs its program. */
export type MailChooser = { workspaceId: string; partnerId: string } | { personId: string };

/** The token of a recipient's choices, which are given `made` if they have none yet. */
export async function mailToken(db: Db, chooser: MailChooser, made: string): Promise<string | null> {
  const { rows } = await (
    "personId" in chooser
      ? sql<{ token: string }>`UPDATE people SET mail_token = coalesce(mail_token, ${made})
        WHERE id = ${chooser.personId} RETURNING mail_token AS token`
      : sql<{ token: string }>`UPDATE partner_profiles SET mail_token = coalesce(mail_token, ${made})
        WHERE workspace_id = ${chooser.workspaceId} AND partner_id = ${chooser.partnerId}
        RETURNING mail_token AS token`
  ).execute(db);
  return rows[0]?.token ?? null;
}

/** Whose choices a token opens: a partner's, or whether a person is sent mails; with the program's face. */
export async function findMailChoices(db: Db, token: string) {
  const { rows } = await sql<{
    workspaceId: string;
    partnerId: string | null;
    personId: string | null;
    choices: MailChoices | null;
    mails: boolean | null;
    name: string;
    logo: string | null;
    brand_color: string | null;
  }>`SELECT c.*, p.name, p.logo, p.brand_color FROM (
      SELECT workspace_id AS "workspaceId", partner_id AS "partnerId", NULL AS "personId", mail_choices AS choices,
        NULL::boolean AS mails FROM partner_profiles WHERE mail_token = ${token}
      UNION ALL SELECT workspace_id, NULL, id, NULL, mails FROM people WHERE mail_token = ${token}) c
    JOIN workspaces w ON w.id = c."workspaceId" JOIN programs p ON p.id = w.default_program_id`.execute(db);
  return rows[0];
}

/** Stores which mails a partner wants. */
export async function setMailChoices(db: Db, token: string, choices: MailChoices): Promise<void> {
  await db
    .updateTable("partner_profiles")
    .set({ mail_choices: JSON.stringify(choices) })
    .where("mail_token", "=", token)
    .execute();
}

/** Stores whether a person is sent mails of what waits. */
export async function setPersonMails(db: Db, token: string, mails: boolean): Promise<void> {
  await db.updateTable("people").set({ mails }).where("mail_token", "=", token).execute();
}

/** How many mails of some kinds a partner was sent in a workspace, or will be, since a moment. */
export async function countMailsOfPartner(
  db: Db,
  of: { partnerId: string; workspaceId: string; kinds: readonly MailKind[]; since: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM mails WHERE partner_id = ${of.partnerId} AND workspace_id = ${of.workspaceId}
      AND kind = ANY (${of.kinds}::text[]) AND created_at > ${of.since}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many mails of a kind a workspace has caused since a moment. */
export async function countMailsOfWorkspace(
  db: Db,
  of: { workspaceId: string; kind: MailKind; since: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM mails WHERE workspace_id = ${of.workspaceId} AND kind = ${of.kind}
      AND created_at > ${of.since}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The newest mails of a workspace, at most 50: all, or those to one partner. */
export function listMails(db: Db, workspaceId: string, partnerId?: string) {
  return db
    .selectFrom("mails")
    .where("workspace_id", "=", workspaceId)
    .$if(partnerId !== undefined, (query) => query.where("partner_id", "=", partnerId as string))
    .select(["created_at", "kind", "partner_id", "status", "attempt", "error"])
    .orderBy("id", "desc")
    .limit(50)
    .execute();
}
