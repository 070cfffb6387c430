import {
  deleteConsoleSession,
  endConsoleSignIns,
  findConsoleLink,
  findConsoleSession,
  insertConsoleSession,
  takeConsoleLink,
} from "../../store/queries/access/console-sessions.ts";
import { lockPerson, updatePerson } from "../../store/queries/access/people.ts";
import { now, type Context } from "../context.ts";
import { base64url, sha256 } from "../ids.ts";
import { inTransaction } from "../transaction.ts";

/** How long a browser stays signed in. */
export const sessionHours = 12;

/** A browser in which a person has signed in, and who they are now. */
export type ConsoleSession = NonNullable<Awaited<ReturnType<typeof findConsoleSession>>>;

/** Whom a link would sign in, without using it up; `undefined` for one that was used, has run out or never was. */
export function lookAtConsoleLink(ctx: Context, code: string) {
  return findConsoleLink(ctx.db, sha256(code), now(ctx));
}

/** Uses a link up and begins a session. @returns its secret for the browser; `undefined` as {@link lookAtConsoleLink} */
export function signInToConsole(ctx: Context, code: string): Promise<string | undefined> {
  return inTransaction(ctx, async (ctx) => {
    const found = await findConsoleLink(ctx.db, sha256(code), now(ctx));
    // The person before the link, as whoever removes them or makes another link for them.
    const person = found && (await lockPerson(ctx.db, found.person_id));
    const link = person && (await takeConsoleLink(ctx.db, sha256(code), now(ctx)));
    if (!link) return undefined;
    await updatePerson(ctx.db, link.person_id, { signed_in_at: now(ctx) });
    const secret = `ref_csession_${ctx.ids.random(43, base64url)}`;
    await insertConsoleSession(ctx.db, {
      id: ctx.ids.next("cse"),
      hash: sha256(secret),
      person_id: link.person_id,
      expires_at: new Date(ctx.clock.now() + sessionHours * 3_600_000),
      created_at: now(ctx),
    });
    return secret;
  });
}

/** The session of a browser; `undefined` once it has ended or the person was removed. */
export function findSession(ctx: Context, secret: string): Promise<ConsoleSession | undefined> {
  return findConsoleSession(ctx.db, sha256(secret), now(ctx));
}

/** Ends a session, or every session and unused link of its person. */
export async function signOut(ctx: Context, session: ConsoleSession, { everywhere }: { everywhere: boolean }) {
  if (everywhere) await endConsoleSignIns(ctx.db, session.person_id);
  else await deleteConsoleSession(ctx.db, session.id);
}
