import type { MailKind } from "referrals-embed/contract";
import { ownerMailKinds } from "referrals-embed/contract";
import type { MailData } from "../domain/mail/mail-data.ts";
import { linkNeeded, type MailText } from "../domain/rules/mail-texts.ts";
import { mailHtml, mailText, type MailFace, type MailParts } from "./layout.ts";
import { fillLine, mailBlocks, oneLine } from "./mail-blocks.ts";
import { mailValues } from "./mail-values.ts";
import { mailLanguage } from "./mail-words.ts";

/** What a mail is made of. */
export interface MailToRender<K extends MailKind = MailKind> {
  kind: K;
  data: MailData[K];
  face: MailFace;
  /** The recipient's name, where it is known. */
  name: string | null;
  locale: string | null;
  timeZone: string;
  /** Epoch ms. */
  now: number;
  /** The program's own words, each in place of ours. */
  texts?: Partial<MailText> | undefined;
  /** Where the recipient chooses their mails; null where these have to come. */
  chooseUrl: string | null;
}

/** A mail to send. */
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** Most characters of a subject: mail clients cut what follows. */
const subjectLength = 78;

/** A mail as its reader gets it, in HTML and as text. */
export async function renderMail<K extends MailKind>({
  kind,
  data,
  name,
  face,
  texts,
  ...mail
}: MailToRender<K>): Promise<RenderedMail> {
  const { words, language, dir, format } = await mailLanguage(mail.locale, mail.timeZone);
  const program = short(oneLine(face.name), 60);
  const person = name === null ? null : short(oneLine(name), 60) || null;
  const values = mailValues(kind, data, { format, now: mail.now, program, name: person });
  const usual = words.texts[kind];
  const subject = short(oneLine(fillLine(texts?.subject ?? usual.subject, values)), subjectLength);
  const parts: MailParts = {
    face: { ...face, name: program },
    tag: language,
    dir,
    subject,
    blocks: mailBlocks(texts?.body ?? usual.body, values),
    button: kind === "applicationReceived" ? "" : words.buttons[kind as Exclude<MailKind, "applicationReceived">],
    // Who waits for a link must come in even where no button is shown.
    copy: linkNeeded.includes(kind) ? words.copy : null,
    why: fillLine(whyOf(kind, words), values),
    choose: mail.chooseUrl === null ? null : { label: words.choose, url: mail.chooseUrl },
  };
  return { subject, html: mailHtml(parts), text: mailText(parts) };
}

function whyOf(kind: MailKind, words: Record<"asked" | "partOf" | "runs", string>): string {
  if (kind === "confirmAddress" || kind === "invited" || kind === "applicationReceived" || kind === "rejected")
    return words.asked;
  return (ownerMailKinds as readonly MailKind[]).includes(kind) ? words.runs : words.partOf;
}

/** The first characters of a text, as a reader counts them. */
function short(text: string, length: number): string {
  const characters = [...new Intl.Segmenter().segment(text)];
  if (characters.length <= length) return text;
  const kept = characters.slice(0, length - 1).map(({ segment }) => segment);
  return `${kept.join("").trimEnd()}…`;
}
