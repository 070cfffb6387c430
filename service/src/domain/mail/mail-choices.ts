import { ownerMailKinds, type MailChoices, type MailKind } from "referrals-embed/contract";
import {
  findMailChoices,
  mailToken,
  setMailChoices,
  setPersonMails,
  type DueMail,
  type MailChooser,
} from "../../store/queries/delivery/mails.ts";
import type { Context } from "../context.ts";
import { base64url } from "../ids.ts";
import { isChosen, noMails } from "../rules/mail-texts.ts";

/** Anything else is no token: what the database cannot even compare, such as U+0000, must not become an error of ours. */
const isToken = /^[\w-]{32}$/;

/** What a token opens. */
export type MailChooserFound = NonNullable<Awaited<ReturnType<typeof findMailChoices>>>;

/**
 * The token of the page where a mail's recipient chooses their mails; null for mails that are sent whatever was chosen. It is stored as it
 * is, because each mail has it: it shows and changes nothing but these choices.
 */
export async function choicesToken(ctx: Context, mail: DueMail): Promise<string | null> {
  if (!isOptional(mail.kind)) return null;
  if (mail.token !== null) return mail.token;
  const chooser = chooserOf(mail);
  return chooser && mailToken(ctx.db, chooser, ctx.ids.random(32, base64url));
}

/** Whose choices a token opens; `undefined` for one that is nobody's. */
export async function lookAtChoices(ctx: Context, token: string): Promise<MailChooserFound | undefined> {
  return isToken.test(token) ? findMailChoices(ctx.db, token) : undefined;
}

/** Stores what a partner, or a person who runs a program, wants. */
export async function chooseMails(
  ctx: Context,
  token: string,
  { choices, mails }: { choices: MailChoices; mails: boolean },
): Promise<void> {
  await setMailChoices(ctx.db, token, choices);
  await setPersonMails(ctx.db, token, mails);
}

/** Ends all mails that may be chosen. */
export function unsubscribe(ctx: Context, token: string): Promise<void> {
  return chooseMails(ctx, token, { choices: noMails, mails: false });
}

function isOptional(kind: MailKind): boolean {
  return isChosen(kind) || ((ownerMailKinds as readonly MailKind[]).includes(kind) && kind !== "consoleSignIn");
}

function chooserOf({ workspaceId, partnerId, personId }: DueMail): MailChooser | null {
  if (personId !== null) return { personId };
  return workspaceId !== null && partnerId !== null ? { workspaceId, partnerId } : null;
}
