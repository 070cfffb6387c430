import type { MailKind } from "referrals-embed/contract";
import type { Context } from "../domain/context.ts";
import { defaultProgram } from "../domain/programs/default-program.ts";
import type { MailText } from "../domain/rules/mail-texts.ts";
import { renderMail, type RenderedMail } from "./render-mail.ts";
import { sampleMails, sampleName } from "./sample-mails.ts";

/** What a preview is made for. */
export interface PreviewToMake {
  kind: MailKind;
  locale: string;
  /** The program's own words, each in place of ours. */
  texts: Partial<MailText> | undefined;
}

/** A mail as the program sends it, with made-up data. Nothing is sent. @throws not_found without a program */
export async function previewMail(ctx: Context, { kind, locale, texts }: PreviewToMake): Promise<RenderedMail> {
  const program = await defaultProgram(ctx);
  const now = ctx.clock.now();
  return renderMail({
    kind,
    data: sampleMails(ctx.config.appUrl, now)[kind],
    face: { name: program.name, logo: program.logo, brandColor: program.brand_color },
    name: sampleName,
    locale,
    timeZone: program.timezone,
    now,
    texts,
    chooseUrl: null,
  });
}
