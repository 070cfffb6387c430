import { embedScopes, type EmbedToken } from "referrals-embed/contract";
import {
  deletePartnerSession,
  endSignIns,
  findPartnerSession,
  findSignInLink,
  insertPartnerSession,
  programsOf,
  takeSignInLink,
  updatePartnerSession,
} from "../../store/queries/access/partner-sessions.ts";
import { revokeTokens } from "../../store/queries/access/embed-tokens.ts";
import { findLiveEnrollment } from "../../store/queries/partners/enrollments.ts";
import { now, type Context } from "../context.ts";
import { storeToken } from "../embed/mint-token.ts";
import { base64url, sha256 } from "../ids.ts";
import { inTransaction } from "../transaction.ts";

/** How long a browser stays signed in. */
export const sessionDays = 30;
/** How long after signing in payout details may be changed: who finds an open browser later may not. */
const freshMs = 3_600_000;
/** Shorter than a host's: the page asks again by itself. */
const tokenSeconds = 3_600;

/** A browser in which a partner has signed in. */
export type PartnerSession = NonNullable<Awaited<ReturnType<typeof findPartnerSession>>>;

/** A link that works, and whom it would sign in. */
export type SeenLink = NonNullable<Awaited<ReturnType<typeof lookAtLink>>>;

/**
 * Whom a link would sign in, and into which programs, without using it up; `undefined` for one that was used, has run out or never was,
 * and for a partner who has left.
 */
export async function lookAtLink(ctx: Context, code: string) {
  const link = await findSignInLink(ctx.db, sha256(code), now(ctx));
  if (!link) return undefined;
  const [program, ...others] = await programsOf(ctx.db, link.partner_id, link.workspace_id);
  return program && { ...link, program, isOneOfMany: others.length > 0 };
}

/** Uses a link up and begins a session. @returns its secret for the browser; `undefined` as {@link lookAtLink} */
export function signIn(ctx: Context, code: string): Promise<string | undefined> {
  return inTransaction(ctx, async (ctx) => {
    const link = await takeSignInLink(ctx.db, sha256(code), now(ctx));
    if (!link) return undefined;
    const [program] = await programsOf(ctx.db, link.partner_id, link.workspace_id);
    if (!program) return undefined;
    return beginSession(ctx, link.partner_id, {
      workspaceId: program.workspace_id,
      allPrograms: link.workspace_id === null,
    });
  });
}

/**
 * Begins a session of a partner who has just proven who they are, in the running transaction.
 * @param opens the program that is shown first, and whether the others of the partner may be opened as well
 * @returns its secret for the browser
 */
export async function beginSession(
  ctx: Context,
  partnerId: string,
  opens: { workspaceId: string; allPrograms: boolean },
): Promise<string> {
  const secret = `ref_session_${ctx.ids.random(43, base64url)}`;
  await insertPartnerSession(ctx.db, {
    id: ctx.ids.next("pns"),
    hash: sha256(secret),
    partner_id: partnerId,
    workspace_id: opens.workspaceId,
    all_programs: opens.allPrograms,
    expires_at: new Date(ctx.clock.now() + sessionDays * 86_400_000),
    created_at: now(ctx),
  });
  return secret;
}

/** The programs that a session may open, the open one among them. */
export function programsOfSession(ctx: Context, session: PartnerSession) {
  return programsOf(ctx.db, session.partner_id, session.all_programs ? null : session.workspace_id);
}

/** Opens another program of the partner; one that the session may not open changes nothing. */
export async function openProgram(ctx: Context, session: PartnerSession, workspaceId: string): Promise<void> {
  const programs = await programsOfSession(ctx, session);
  if (!programs.some(({ workspace_id: id }) => id === workspaceId)) return;
  await updatePartnerSession(ctx.db, session.id, { workspace_id: workspaceId });
}

/** The session of a browser; `undefined` once it has ended or the partner is in the program no more. */
export function findSession(ctx: Context, secret: string): Promise<PartnerSession | undefined> {
  return findPartnerSession(ctx.db, sha256(secret), now(ctx));
}

/** Whether payout details may be changed in it. */
export function isFresh(ctx: Context, session: PartnerSession): boolean {
  return freshSeconds(ctx, session) > 0;
}

/** For how much longer. */
function freshSeconds(ctx: Context, { created_at: since }: PartnerSession): number {
  return Math.floor((since.getTime() + freshMs - ctx.clock.now()) / 1000);
}

/**
 * Ends a session, or every session, unused link and token of the partner: in all workspaces from a session that opens all programs, else in
 * this one. A page that is open elsewhere would go on with its token for an hour.
 */
export function signOut(ctx: Context, session: PartnerSession, { everywhere }: { everywhere: boolean }): Promise<void> {
  if (!everywhere) return deletePartnerSession(ctx.db, session.id);
  return inTransaction(ctx, async (ctx) => {
    const programs = await programsOfSession(ctx, session);
    // In the order of their ids, as everything locks enrollments.
    for (const id of programs.map(({ enrollment_id: id }) => id).toSorted()) await revokeTokens(ctx.db, id);
    await endSignIns(ctx.db, session.partner_id, session.all_programs ? undefined : session.workspace_id);
  });
}

/** Mints an embed token for the partner's page, which works on the service's own pages alone; `undefined` once the partner has left. */
export async function mintForSession(ctx: Context, session: PartnerSession): Promise<EmbedToken | undefined> {
  const enrollment = await findLiveEnrollment(ctx.db, session.program_id, { partnerId: session.partner_id });
  if (!enrollment) return undefined;
  const fresh = freshSeconds(ctx, session);
  const scopes = embedScopes.filter((scope) => scope !== "payouts:write" || fresh > 0);
  const allowedOrigins = [new URL(ctx.config.appUrl).origin];
  // A token that may change payout details ends with the time for it.
  return storeToken(ctx, enrollment, { scopes, allowedOrigins, expiresIn: fresh > 0 ? fresh : tokenSeconds });
}
