import { mkdir, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { ownerMailKinds, partnerMailKinds, type MailKind, type PartnerMailKind } from "referrals-embed/contract";
import type { Config } from "../config.ts";
import type { Context } from "../domain/context.ts";
import { mailDeliveries } from "../domain/mail/list-mails.ts";
import { defaultProgram } from "../domain/programs/default-program.ts";
import { createSmtp, serverOf } from "../jobs/smtp.ts";
import { previewMail } from "../mails/preview-mail.ts";
import { PRIVATE_FILE } from "../store/private-files.ts";
import { UsageError, type Done, type Given } from "./command.ts";
import { operatorCommand, valueOf, workspaceOption } from "./operator.ts";

const kinds: readonly MailKind[] = [...partnerMailKinds, ...ownerMailKinds];

/** `mail`: shows the mails and what became of them, and tries the server. */
export const mail = operatorCommand(
  {
    does: "show mails and what became of them, or send one as a test",
    takes: "<preview|test|deliveries> [kind, address or partnerId]",
    options: {
      locale: { value: "language", does: "preview in this language, such as de; default English" },
      out: { value: "directory", does: "write HTML and text there; default: print the text" },
      ...workspaceOption,
    },
    more: `deliveries lists the newest 50 mails, or those to a partner, with why one was not sent.\nKinds: ${kinds.slice(0, 7).join(", ")},\n${kinds.slice(7).join(", ")}. Without one, all of them.`,
  },
  async ({ inWorkspace, config }, given) => {
    const [action = "", what] = given.args;
    if (action === "preview") return preview(await inWorkspace(), given, kindsOf(what));
    if (action === "test" && what !== undefined) return tryServer(await inWorkspace(), config, what);
    if (action === "deliveries") return deliveries(await inWorkspace(), what);
    throw new UsageError(
      "Say `mail preview [kind]`, `mail test <address>` or `mail deliveries [partnerId]`. See: referrals-service mail --help",
    );
  },
);

function kindsOf(named: string | undefined): readonly MailKind[] {
  if (named === undefined) return kinds;
  const kind = kinds.find((one) => one === named);
  if (kind) return [kind];
  throw new UsageError(`There is no mail ${named}. There are: ${kinds.join(", ")}.`);
}

async function deliveries(ctx: Context, partnerId: string | undefined): Promise<string> {
  const mails = await mailDeliveries(ctx, partnerId);
  if (mails.length === 0) return "No mails of the last 90 days.";
  return mails
    .map(({ created_at: at, kind, partner_id: partner, status, attempt, error }) =>
      [at.toISOString(), status.padEnd(7), kind, partner ?? "-", attempt > 1 && `${attempt} attempts`, error]
        .filter(Boolean)
        .join("  "),
    )
    .join("\n");
}

async function preview(ctx: Context, given: Given, asked: readonly MailKind[]): Promise<string> {
  const locale = valueOf(given, "locale") ?? "en";
  const { mails: own } = await defaultProgram(ctx);
  const mails = await Promise.all(
    asked.map(async (kind) => {
      const texts = own[kind as PartnerMailKind];
      return { kind, ...(await previewMail(ctx, { kind, locale, texts })) };
    }),
  );
  const out = valueOf(given, "out");
  if (out === undefined) return mails.map(({ subject, text }) => `Subject: ${subject}\n\n${text}`).join("\n\n");
  const dir = resolve(given.cwd, out);
  await mkdir(dir, { recursive: true });
  for (const { kind, html, text } of mails) {
    await writeFile(resolve(dir, `${kind}.html`), html, { mode: PRIVATE_FILE });
    await writeFile(resolve(dir, `${kind}.txt`), text, { mode: PRIVATE_FILE });
  }
  return `${mails.length} ${mails.length === 1 ? "mail is" : "mails are"} in ${dir}.`;
}

async function tryServer(ctx: Context, { mail: setting }: Config, address: string): Promise<Done> {
  if (setting === undefined) throw new Error("No mails are sent: set SMTP_URL and MAIL_FROM first.");
  if (!/^[^\s@<>,]+@[^\s@<>,]+$/.test(address)) throw new UsageError(`${address} is no e-mail address.`);
  const texts = {
    subject: "A test of the mails of {program}",
    body: "This mail was sent by `referrals-service mail test`. Whoever reads it gets the mails of {program}.",
  };
  const rendered = await previewMail(ctx, { kind: "approved", locale: "en", texts });
  const smtp = createSmtp(setting);
  const host = /@([^\s@<>]+)>?$/.exec(setting.from)?.[1] ?? "localhost";
  const messageId = `<${ctx.ids.next("mail")}@${host}>`;
  const outcome = await smtp.send({ ...rendered, to: address, messageId, headers: {} });
  smtp.close();
  const server = serverOf(setting.smtpUrl);
  if (outcome.isSent) return { text: `${server} took the mail to ${address}: ${outcome.answer}`, exitCode: 0 };
  return { text: `${server} did not take the mail to ${address}: ${outcome.error}`, exitCode: 1 };
}
