import type { PartnerMailKind } from "referrals-embed/contract";
import type { Log } from "../app-deps.ts";
import type { Config } from "../config.ts";
import type { Context } from "../domain/context.ts";
import type { MailData } from "../domain/mail/mail-data.ts";
import { choicesToken } from "../domain/mail/mail-choices.ts";
import { endAttempt, type SendOutcome } from "../domain/mail/settle-mail.ts";
import { awaitedMails } from "../domain/rules/mail-texts.ts";
import { renderMail } from "../mails/render-mail.ts";
import { leaseDueMails, type DueMail } from "../store/queries/delivery/mails.ts";
import type { Envelope, MailTransport } from "./smtp.ts";

/** Mails of a round: few, as one that somebody waits for begins with the next round. */
const portion = 10;

/** Longer than a round may take: after it, another replica can take the mails of one that died. */
const leaseMs = 5 * 60_000;

/** How long a stop waits for mails under way. */
const endMs = 5_000;

/** How attempts ended, since the start. */
export type MailCounts = Record<"sent" | "failed" | "retried", number>;

/** Sends the mails that wait. */
export class MailDelivery {
  readonly counts: MailCounts = { sent: 0, failed: 0, retried: 0 };
  readonly #transport: MailTransport;
  readonly #log: Log;

  constructor(transport: MailTransport, log: Log) {
    this.#transport = transport;
    this.#log = log;
  }

  /**
   * One round: a portion of the due mails. Safe on several replicas: each skips rows that others have.
   * @returns how many were due
   */
  async round(ctx: Context): Promise<number> {
    const at = ctx.clock.now();
    const lease = { now: new Date(at), leaseEnd: new Date(at + leaseMs), limit: portion };
    const due = await leaseDueMails(ctx.db, awaitedMails, lease);
    await Promise.all(due.map((mail) => this.#attempt(ctx, mail)));
    return due.length;
  }

  /** Ends after some seconds what is under way; it is sent at the next start. */
  async close(ended: Promise<void>): Promise<void> {
    const timer = setTimeout(() => this.#transport.close(), endMs);
    await ended;
    clearTimeout(timer);
    this.#transport.close();
  }

  async #attempt(ctx: Context, mail: DueMail): Promise<void> {
    const outcome = await this.#send(ctx, mail);
    const end = await endAttempt(ctx, mail, outcome);
    this.counts[end.status === "waiting" ? "retried" : end.status] += 1;
    if (end.status === "sent") return;
    const { id, kind, workspaceId: workspace } = mail;
    const told = end.status === "failed" ? "A mail could not be sent." : "A mail could not be sent and is tried again.";
    this.#log.error({ mail: id, kind, workspace, err: end.error }, told);
  }

  async #send(ctx: Context, mail: DueMail): Promise<SendOutcome> {
    const { expiresAt } = mail.data as { expiresAt?: string };
    if (expiresAt !== undefined && Date.parse(expiresAt) <= ctx.clock.now())
      return { isSent: false, isFinal: true, error: "Its link ended before the mail could be sent." };
    try {
      return await this.#transport.send(await envelopeOf(ctx, mail));
    } catch (error) {
      // A mail that cannot be written must not stop the others.
      return { isSent: false, isFinal: false, error: (error as Error).message };
    }
  }
}

async function envelopeOf(ctx: Context, mail: DueMail): Promise<Envelope> {
  const { clock, config } = ctx;
  const { hostname } = new URL(config.appUrl);
  const token = await choicesToken(ctx, mail);
  const chooseUrl = token === null ? null : `${config.appUrl}/partners/mails/${token}`;
  const rendered = await renderMail({
    kind: mail.kind,
    data: mail.data as MailData[typeof mail.kind],
    face: { name: mail.program ?? hostname, logo: mail.logo, brandColor: mail.brandColor },
    name: mail.name === mail.recipient ? null : mail.name,
    locale: mail.locale,
    timeZone: mail.timeZone ?? "UTC",
    now: clock.now(),
    texts: mail.texts?.[mail.kind as PartnerMailKind],
    chooseUrl,
  });
  return {
    ...rendered,
    to: mail.recipient,
    messageId: `<${mail.id}@${hostOf(config)}>`,
    // Says that nobody wrote it by hand, so that no absence note answers it.
    headers: {
      "Auto-Submitted": "auto-generated",
      // One click ends them, by the mail client's own button (RFC 8058).
      ...(chooseUrl !== null && {
        "List-Unsubscribe": `<${chooseUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
  };
}

/** What follows the @ of the sender. */
function hostOf({ mail, appUrl }: Config): string {
  return /@([^\s@<>]+)>?$/.exec(mail?.from ?? "")?.[1] ?? new URL(appUrl).hostname;
}
