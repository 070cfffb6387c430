import { embedScopes, type EmbedToken } from "referrals-embed/contract";
import {
  deletePartnerSession,
  endSignIns,
  findPartnerSession,
  findSignInLink,
  insertPartnerSession,
  takeSignInLink,
} from "../../store/queries/access/partner-sessions.ts";
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

/** Whom a link would sign in, without using it up; `undefined` for one that was used, has run out or never was. */
export function lookAtLink(ctx: Context, code: string) {
  return findSignInLink(ctx.db, sha256(code), now(ctx));
}

/** Uses a link up and begins a session. @returns its secret for the browser; `undefined` as {@link lookAtLink} */
export function signIn(ctx: Context, code: string): Promise<string | undefined> {
  return inTransaction(ctx, async (ctx) => {
    const link = await takeSignInLink(ctx.db, sha256(code), now(ctx));
    if (!link) return undefined;
    const secret = `ref_session_${ctx.ids.random(43, base64url)}`;
    await insertPartnerSession(ctx.db, {
      ...link,
      id: ctx.ids.next("pns"),
      hash: sha256(secret),
      expires_at: new Date(ctx.clock.now() + sessionDays * 86_400_000),
      created_at: now(ctx),
    });
    return secret;
  });
}

/** The session of a browser; `undefined` once it has ended or the partner is in the program no more. */
export function findSession(ctx: Context, secret: string): Promise<PartnerSession | undefined> {
  return findPartnerSession(ctx.db, sha256(secret), now(ctx));
}

/** Whether payout details may be changed in it. */
export function isFresh(ctx: Context, { created_at: since }: PartnerSession): boolean {
  return ctx.clock.now() - since.getTime() < freshMs;
}

/** Ends a session, or every session and unused link that the partner has in this workspace. */
export async function signOut(ctx: Context, session: PartnerSession, { everywhere }: { everywhere: boolean }) {
  if (everywhere) await endSignIns(ctx.db, session.partner_id, session.workspace_id);
  else await deletePartnerSession(ctx.db, session.id);
}

/** Mints an embed token for the partner's page, which works on the service's own pages alone; `undefined` once the partner has left. */
export async function mintForSession(ctx: Context, session: PartnerSession): Promise<EmbedToken | undefined> {
  const enrollment = await findLiveEnrollment(ctx.db, session.program_id, { partnerId: session.partner_id });
  if (!enrollment) return undefined;
  const scopes = embedScopes.filter((scope) => scope !== "payouts:write" || isFresh(ctx, session));
  const allowedOrigins = [new URL(ctx.config.appUrl).origin];
  return storeToken(ctx, enrollment, { scopes, allowedOrigins, expiresIn: tokenSeconds });
}
