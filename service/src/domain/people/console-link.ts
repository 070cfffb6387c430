import { ReferralsError } from "referrals-embed/contract";
import {
  countAskedConsoleLinks,
  endConsoleSignIns,
  insertConsoleLink,
} from "../../store/queries/access/console-sessions.ts";
import {
  findPerson,
  insertPerson,
  lockOwners,
  lockPerson,
  peopleWithAddress,
} from "../../store/queries/access/people.ts";
import { inTurn } from "../../store/lock-order.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { base64url, sha256 } from "../ids.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { emailKey } from "../rules/email-key.ts";
import { inTransaction } from "../transaction.ts";

/** How long a link works that somebody asked for, and one that was printed or sent with an invitation. */
const askedMs = 15 * 60_000;
const madeMs = 86_400_000;
/** How many links a person may ask for in that time: further ones would only fill their mailbox. */
const asksOfPerson = 3;

/** A link that signs a person in to the console, once. */
export interface ConsoleLink {
  id: string;
  url: string;
  expires: Date;
}

async function makeLink(
  ctx: Context,
  personId: string,
  { asked, life }: { asked: boolean; life: number },
): Promise<ConsoleLink> {
  const code = `ref_cons_${ctx.ids.random(43, base64url)}`;
  const id = ctx.ids.next("cln");
  const expires = new Date(ctx.clock.now() + life);
  const row = { id, hash: sha256(code), person_id: personId, asked, expires_at: expires, created_at: now(ctx) };
  await insertConsoleLink(ctx.db, row);
  return { id, url: `${ctx.config.appUrl}/console/sign-in?code=${code}`, expires };
}

/** Sends a person a link, in the running transaction; nothing where no mails are sent, or where the link would lead nowhere. */
export async function mailConsoleLink(
  ctx: Context,
  { id, email, locale }: { id: string; email: string; locale: string | null },
  why: "asked" | "invited",
): Promise<void> {
  if (ctx.config.mail === undefined || !ctx.config.console) return;
  const asked = why === "asked";
  const link = await makeLink(ctx, id, { asked, life: asked ? askedMs : madeMs });
  await queueMail(ctx, {
    kind: "consoleSignIn",
    key: `consoleSignIn:${link.id}`,
    to: { email, locale },
    data: { url: link.url, expiresAt: link.expires.toISOString() },
  });
}

/**
 * Sends a link to everybody with an address, one for each workspace. Says nothing of whether there is anybody: who asks may not learn who
 * runs a program.
 */
export async function askForConsoleLink(ctx: Context, email: string): Promise<void> {
  for (const person of await peopleWithAddress(ctx.db, emailKey(email))) {
    const own = { ...ctx, workspaceId: person.workspace_id };
    await inTransaction(own, async (ctx) => {
      await inTurn(ctx.db, `console links ${person.id}`);
      const since = new Date(ctx.clock.now() - askedMs);
      if ((await countAskedConsoleLinks(ctx.db, person.id, since)) >= asksOfPerson) return;
      await mailConsoleLink(ctx, person, "asked");
    });
  }
}

/**
 * A link for an operator to open or pass on: of the person with this address, else of the first owner. Without any owner one is made, with
 * the address and name given.
 * @throws not_found for an address that is nobody's while there are owners
 */
export function printConsoleLink(
  ctx: Context,
  { email, name }: { email?: string | undefined; name?: string | undefined } = {},
): Promise<ConsoleLink> {
  return inTransaction(ctx, async (ctx) => {
    const { id } = await personToSignIn(ctx, { email, name });
    await audit(ctx, { operation: "make console link", entity: "person", entityId: id });
    return makeLink(ctx, id, { asked: false, life: madeMs });
  });
}

/**
 * A link for somebody who has never signed in, to be handed to them; links before it end. Of others there is none: whoever made it could
 * act under the name of somebody who is known by it.
 * @throws not_found, conflict once they have signed in, and where there is no console
 */
export async function makeFirstLink(ctx: Context, id: string): Promise<ConsoleLink> {
  if (!ctx.config.console)
    throw new ReferralsError("conflict", "The console is switched off (CONSOLE=off): a link would lead nowhere.");
  return inTransaction(ctx, async (ctx) => {
    const found = await findPerson(ctx.db, ctx.workspaceId, { id });
    const person = found && (await lockPerson(ctx.db, id));
    if (!person) throw new ReferralsError("not_found", `There is no person ${id} in this workspace.`);
    if (person.signed_in_at !== null)
      throw new ReferralsError(
        "conflict",
        `${person.name} has signed in already, and a link would let others act under that name. They ask for one at ${ctx.config.appUrl}/console, or whoever runs the service prints it.`,
      );
    await endConsoleSignIns(ctx.db, id);
    await audit(ctx, { operation: "make console link", entity: "person", entityId: id });
    return makeLink(ctx, id, { asked: false, life: madeMs });
  });
}

async function personToSignIn(ctx: Context, { email, name = "Owner" }: Parameters<typeof printConsoleLink>[1] = {}) {
  const owners = await lockOwners(ctx.db, ctx.workspaceId);
  const key = email === undefined ? null : emailKey(email);
  const found = key === null ? owners[0] : await findPerson(ctx.db, ctx.workspaceId, { emailKey: key });
  if (found) return found;
  if (owners.length > 0)
    throw new ReferralsError("not_found", `Nobody of this workspace has the address ${email}. Invite them first.`);
  const id = ctx.ids.next("per");
  const made = { workspace_id: ctx.workspaceId, name, email: email ?? null, email_key: key, role: "owner" as const };
  const row = await insertPerson(ctx.db, { ...made, id, created_at: now(ctx) });
  await audit(ctx, { operation: "invite person", entity: "person", entityId: id, to: "owner" });
  return row;
}
