import type { AddressInfo, Socket } from "node:net";
import { callbackify } from "node:util";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";

/** A mail that the server took, read by a MIME parser other than the one that wrote it. */
export interface TestMail {
  /** Recipients of the envelope. */
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** Headers by their lower-case names, decoded. */
  headers: Record<string, string>;
  /** The bytes as they came, one letter a byte. */
  raw: string;
}

/**
 * What becomes of one mail: taken, refused for good (550), put off (451), cut off while its bytes come, or kept without an answer, which
 * the sender cannot tell from lost.
 */
export type SmtpAnswer = "accept" | "refuse" | "later" | "disconnect" | "keep and disconnect";

/** An SMTP server on this machine, and what it was sent. */
export interface SmtpTestServer {
  /** For `SMTP_URL`. */
  url: string;
  /** All mails it took, in the order of their coming. */
  readonly mails: readonly TestMail[];
  /** What becomes of the next mails, one each; further ones are accepted. */
  answers: SmtpAnswer[];
  /** How many connections it was offered. */
  connections: number;
  /** The mails that one address was sent. */
  mailsTo(address: string): TestMail[];
  /** The newest mail to an address, as soon as there are `count` (default 1) with a matching subject. Fails with what came instead. */
  waitFor(address: string, options?: { subject?: RegExp; count?: number; timeoutMs?: number }): Promise<TestMail>;
  /** Forgets what came. */
  clear(): void;
  close(): Promise<void>;
}

/** How a server is spoken to. */
export interface SmtpTestOptions {
  /** TLS from the first byte, with a certificate that no machine trusts. */
  tls?: boolean;
  /** What it asks for; default nothing. */
  login?: { user: string; password: string };
}

/** Starts one on a free port. */
export async function startSmtpServer({ tls = false, login }: SmtpTestOptions = {}): Promise<SmtpTestServer> {
  const mails: TestMail[] = [];
  const sockets = new Map<number, Socket>();
  const state: Pick<SmtpTestServer, "answers" | "connections"> = { answers: [], connections: 0 };
  const taken = new WeakMap<SMTPServerSession, SmtpAnswer>();
  const server = new SMTPServer({
    secure: tls,
    authOptional: login === undefined,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) => {
      if (username === login?.user && password === login?.password) done(null, { user: username });
      else done(failure(535, "5.7.8 Wrong user or password"));
    },
    // Without TLS the certificate would be offered by STARTTLS, which senders must refuse as they cannot trust it.
    disabledCommands: tls ? [] : ["STARTTLS"],
    onConnect: (_, done) => {
      state.connections += 1;
      done();
    },
    onRcptTo: (_, session, done) => {
      const answer = state.answers.shift() ?? "accept";
      if (answer === "refuse") return done(failure(550, "5.1.1 No such mailbox"));
      if (answer === "later") return done(failure(451, "4.3.0 Try again later"));
      taken.set(session, answer);
      done();
    },
    onData: (stream, session, done) => callbackify(take)(stream, session, (error) => done(error)),
  });
  server.server.on(tls ? "secureConnection" : "connection", (socket: Socket) => {
    const port = socket.remotePort ?? 0;
    sockets.set(port, socket);
    socket.once("close", () => sockets.delete(port));
  });
  // A sender that ends a connection in the middle is what the tests are for.
  server.on("error", () => {});

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const answer = taken.get(session);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) {
      if (answer === "disconnect") return cut(session);
      chunks.push(chunk as Buffer);
    }
    mails.push(await read(Buffer.concat(chunks), session));
    if (answer === "keep and disconnect") cut(session);
  }

  function cut(session: SMTPServerSession): void {
    sockets.get(session.remotePort)?.destroy();
  }

  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  const { port } = server.server.address() as AddressInfo;
  const mailsTo = (address: string): TestMail[] => mails.filter(({ to }) => to.includes(address));
  return Object.assign(state, {
    url: `${tls ? "smtps" : "smtp"}://127.0.0.1:${port}`,
    mails,
    mailsTo,
    async waitFor(address: string, { subject = /^/, count = 1, timeoutMs = 10_000 } = {}) {
      const until = performance.now() + timeoutMs;
      for (;;) {
        const matching = mailsTo(address).filter((mail) => subject.test(mail.subject));
        const newest = matching.at(-1);
        if (newest && matching.length >= count) return newest;
        if (performance.now() >= until) {
          const came = mails.map(({ to, subject: told }) => `${to.join()}: ${told}`).join("; ") || "nothing";
          throw new Error(`No mail ${subject} (${count}) came to ${address} within ${timeoutMs} ms, but ${came}.`);
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    clear: () => void mails.splice(0),
    close: () =>
      new Promise<void>((closed) => {
        for (const socket of sockets.values()) socket.destroy();
        server.close(closed);
      }),
  });
}

async function read(raw: Buffer, { envelope }: SMTPServerSession): Promise<TestMail> {
  const { subject = "", text = "", html = "", headers } = await PostalMime.parse(raw);
  return {
    to: envelope.rcptTo.map(({ address }) => address),
    subject,
    text,
    html,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    raw: raw.toString("latin1"),
  };
}

function failure(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
