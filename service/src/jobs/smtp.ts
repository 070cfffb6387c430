import type { Transporter } from "nodemailer";
import { ownHosts, type Config } from "../config.ts";
import type { SendOutcome } from "../domain/mail/settle-mail.ts";
import type { RenderedMail } from "../mails/render-mail.ts";

/** A mail with where it goes. */
export interface Envelope extends RenderedMail {
  to: string;
  /** The same for every attempt, so that a mail server and a reader see one mail where an answer was lost. */
  messageId: string;
  headers: Record<string, string>;
}

/** Sends mails; never throws. */
export interface MailTransport {
  send(mail: Envelope): Promise<SendOutcome>;
  /** Ends all that is under way. */
  close(): void;
}

/** Mails at once: what a small server allows from one sender. */
const connections = 5;
const connectMs = 10_000;
const idleMs = 20_000;
/** How long one mail may take in all: a server that answers a letter at a time must not hold the others up. */
const wholeMs = 45_000;

/** Sends by SMTP, over connections that are kept open. The library is loaded with the first mail. */
export function createSmtp({ smtpUrl, from }: NonNullable<Config["mail"]>): MailTransport {
  let transport: Promise<Transporter> | undefined;
  const ending = new AbortController();
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import("nodemailer");
    return createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: connections,
      // A connection that the server closed meanwhile: the mail goes over another one at once, as nothing of it was sent.
      maxRequeues: 1,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: idleMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(needsTls(smtpUrl) && { requireTLS: true }),
    });
  };
  return {
    async send({ to, ...mail }) {
      try {
        transport ??= open();
        const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(wholeMs)]);
        const sending = await transport;
        const { response } = await sending.sendMail({ ...mail, from, to: { name: "", address: to }, signal });
        return { isSent: true, answer: String(response) };
      } catch (error) {
        return { isSent: false, isFinal: isFinal(error as SmtpError), error: inWords(error as SmtpError) };
      }
    },
    close() {
      ending.abort();
      transport?.then(
        (open) => open.close(),
        () => {},
      );
    },
  };
}

/** Where mails go, without user and password. */
export function serverOf(smtpUrl: string): string {
  const { protocol, host } = new URL(smtpUrl);
  return `${protocol}//${host}`;
}

/** A password must not cross a network that others read; to this machine itself it crosses none. */
function needsTls(smtpUrl: string): boolean {
  const { password, hostname } = new URL(smtpUrl);
  return password !== "" && !ownHosts.includes(hostname);
}

interface SmtpError extends Error {
  command?: string;
  responseCode?: number;
}

/** The server refuses this mail. Refused passwords and senders are the operator's to correct, and the mail waits for it. */
function isFinal({ command = "", responseCode = 0 }: SmtpError): boolean {
  return responseCode >= 500 && responseCode !== 503 && /^(RCPT TO|DATA)$/.test(command);
}

function inWords({ name, message }: SmtpError): string {
  if (name === "TimeoutError" || name === "AbortError") return "The mail server did not answer in time.";
  return message;
}
