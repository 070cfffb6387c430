import { chosenMailKinds, type MailKind } from "referrals-embed/contract";
import { limits } from "../../limits.ts";
import {
  countMailsOfPartner,
  countMailsOfWorkspace,
  findRecipient,
  insertMail,
} from "../../store/queries/delivery/mails.ts";
import { now, type Context } from "../context.ts";
import { isChosen, isWanted } from "../rules/mail-texts.ts";
import type { MailRecipient, NewMail } from "./mail-data.ts";

const dayMs = 86_400_000;

/** Address in the console for a mail's button; `null` with `CONSOLE=off`, where the mail goes without one. */
export function consoleAddress({ config }: Context, path = ""): string | null {
  return config.console ? `${config.appUrl}/console${path}` : null;
}

/**
 * Writes a mail in the transaction of its cause: a rollback removes both. Nothing is written where no mails are sent (`SMTP_URL`), for a
 * partner without an address or who wants no mail of this kind, and for a cause that was told before.
 * @returns whether a mail of this cause is sent
 */
export async function queueMail<K extends MailKind>(
  ctx: Context,
  { kind, key, to, data }: NewMail<K>,
): Promise<boolean> {
  if (ctx.config.mail === undefined) return false;
  const recipient = await recipientOf(ctx, to);
  if (recipient.email === null || !isWanted(kind, recipient.choices)) return false;
  if (await isFlood(ctx, kind, recipient.partnerId)) return false;
  await insertMail(ctx.db, {
    id: ctx.ids.next("mail"),
    workspace_id: ctx.workspaceId === "" ? null : ctx.workspaceId,
    kind,
    key,
    partner_id: recipient.partnerId,
    recipient: recipient.email,
    locale: recipient.locale,
    data: JSON.stringify(data),
    next_attempt_at: now(ctx),
    created_at: now(ctx),
  });
  return true;
}

/** Whether the day's mails were sent: those that an error, or somebody who applies again and again, would cause without end. */
async function isFlood(ctx: Context, kind: MailKind, partnerId: string | null): Promise<boolean> {
  const { workspaceId } = ctx;
  const since = new Date(ctx.clock.now() - dayMs);
  if (kind === "newApplication") {
    return (await countMailsOfWorkspace(ctx.db, { workspaceId, kind, since })) >= limits.applicationMails.amount;
  }
  if (partnerId === null || !isChosen(kind)) return false;
  const sent = await countMailsOfPartner(ctx.db, { partnerId, workspaceId, kinds: chosenMailKinds, since });
  return sent >= limits.mailsOfPartner.amount;
}

async function recipientOf(ctx: Context, to: MailRecipient) {
  if ("email" in to) return { ...to, partnerId: null, choices: {} };
  const found = await findRecipient(ctx.db, to.partnerId, ctx.workspaceId);
  return {
    email: found?.email ?? null,
    locale: found?.locale ?? to.locale ?? null,
    partnerId: to.partnerId,
    choices: found?.mail_choices ?? {},
  };
}
