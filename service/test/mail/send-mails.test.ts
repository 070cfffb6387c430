import { createServer, type AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { MailKind } from "referrals-embed/contract";
import { queueMail } from "../../src/domain/mail/queue-mail.ts";
import type { MailData } from "../../src/domain/mail/mail-data.ts";
import { erasePartner } from "../../src/domain/partners/erase-partner.ts";
import { forgetExpired } from "../../src/jobs/forget-expired.ts";
import { MailDelivery } from "../../src/jobs/send-mails.ts";
import { createSmtp } from "../../src/jobs/smtp.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { startSmtpServer, type SmtpTestServer } from "./smtp-server.ts";

let smtp: SmtpTestServer;
let service: TestService;
let job: MailDelivery;
const told: { fields: object; message: string }[] = [];
const log = { error: (fields: object, message: string) => void told.push({ fields, message }) };
const delivery = (smtpUrl: string): MailDelivery =>
  new MailDelivery(createSmtp({ smtpUrl, from: "Acme <partners@acme.test>" }), log);

beforeAll(async () => {
  smtp = await startSmtpServer();
  service = await createTestService({ mail: { smtpUrl: smtp.url, from: "Acme <partners@acme.test>" } });
  job = delivery(smtp.url);
});
afterEach(async () => {
  smtp.clear();
  smtp.answers = [];
  told.length = 0;
  await service.store.db.deleteFrom("mails").execute();
});
afterAll(async () => {
  await job.close(Promise.resolve());
  await service.close();
  await smtp.close();
});

let count = 0;
const queue = <K extends MailKind>(kind: K, data: MailData[K], email = "eva@mail.test") =>
  queueMail(service.ctx(), { kind, key: `${kind}:${(count += 1)}`, to: { email, locale: "en" }, data });
const approved = { url: "https://app.test/partners" };
const rows = () => service.store.db.selectFrom("mails").selectAll().orderBy("id").execute();
const sendAll = async (by = job): Promise<void> => {
  while ((await by.round(service.ctx())) > 0);
};

describe("sending", () => {
  it("sends a mail once, and keeps neither its address nor its content", async () => {
    await queue("approved", approved);
    await sendAll();
    await sendAll();
    const [mail, ...others] = smtp.mailsTo("eva@mail.test");
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: "Welcome to Acme partners" });
    expect(mail?.text).toContain("https://app.test/partners");
    expect(mail?.html).toContain('href="https://app.test/partners"');
    expect(mail?.headers).toMatchObject({ from: "Acme <partners@acme.test>", "auto-submitted": "auto-generated" });
    expect(await rows()).toMatchObject([
      { status: "sent", recipient: null, data: {}, error: null, attempt: 1, next_attempt_at: null },
    ]);
  });

  it("gives up at once what the server refuses for good, and says why without the address", async () => {
    smtp.answers = ["refuse"];
    await queue("approved", approved);
    await sendAll();
    const [row] = await rows();
    expect(row).toMatchObject({ status: "failed", recipient: null, data: {}, attempt: 1 });
    expect(row?.error).toContain("550 5.1.1 No such mailbox");
    expect(JSON.stringify([row, told])).not.toContain("eva@");
    expect(told).toMatchObject([{ message: "A mail could not be sent.", fields: { mail: row?.id, kind: "approved" } }]);
  });

  it("tries again what the server puts off, and not before a minute", async () => {
    smtp.answers = ["later"];
    await queue("approved", approved);
    await sendAll();
    expect(await rows()).toMatchObject([{ status: "waiting", recipient: "eva@mail.test", attempt: 1 }]);
    expect(told).toMatchObject([{ message: "A mail could not be sent and is tried again." }]);
    service.clock.advance(59_000);
    await sendAll();
    expect(smtp.mails).toEqual([]);
    service.clock.advance(32_000);
    await sendAll();
    expect(smtp.mailsTo("eva@mail.test")).toHaveLength(1);
    expect(await rows()).toMatchObject([{ status: "sent", attempt: 2 }]);
  });

  it("gives up after six attempts in eleven hours", async () => {
    await queue("approved", approved);
    for (const minutes of [0, 2, 6, 31, 121, 481]) {
      smtp.answers = ["later"];
      service.clock.advance(minutes * 60_000);
      await sendAll();
    }
    expect(await rows()).toMatchObject([{ status: "failed", attempt: 6, recipient: null }]);
    expect(smtp.mails).toEqual([]);
  });

  it("tries again after the server hung up in the middle of the mail", async () => {
    smtp.answers = ["disconnect", "disconnect"];
    await queue("approved", approved);
    await sendAll();
    expect(await rows()).toMatchObject([{ status: "waiting" }]);
    smtp.answers = [];
    service.clock.advance(120_000);
    await sendAll();
    expect(smtp.mailsTo("eva@mail.test")).toHaveLength(1);
  });

  it("gives a mail whose answer was lost the same Message-ID again, so that its reader sees one", async () => {
    smtp.answers = ["keep and disconnect", "keep and disconnect"];
    await queue("approved", approved);
    await sendAll();
    smtp.answers = [];
    service.clock.advance(120_000);
    await sendAll();
    const ids = new Set(smtp.mails.map(({ headers }) => headers["message-id"]));
    expect(smtp.mails.length).toBeGreaterThan(1);
    const [row] = await rows();
    expect([...ids]).toEqual([`<${row?.id}@acme.test>`]);
  });

  it("sends again with the same Message-ID what a process was sending when it died, once its lease is over", async () => {
    await queue("approved", approved);
    const real = createSmtp({ smtpUrl: smtp.url, from: "partners@acme.test" });
    const isOut = new Promise<void>((out) => {
      // The mail is out, and its result is never written.
      const send: typeof real.send = async (mail) => {
        await real.send(mail);
        out();
        return new Promise(() => {});
      };
      void new MailDelivery({ ...real, send }, log).round(service.ctx());
    });
    await isOut;
    real.close();
    await sendAll();
    expect(smtp.mails).toHaveLength(1);
    service.clock.advance(5 * 60_000);
    await sendAll();
    expect(smtp.mails).toHaveLength(2);
    expect(new Set(smtp.mails.map(({ headers }) => headers["message-id"])).size).toBe(1);
  });

  it("sends each mail once while two jobs run at the same time", async () => {
    const other = delivery(smtp.url);
    for (let index = 0; index < 40; index += 1) await queue("approved", approved, `p${index}@mail.test`);
    await Promise.all([sendAll(), sendAll(other)]);
    await other.close(Promise.resolve());
    expect(smtp.mails).toHaveLength(40);
    expect(new Set(smtp.mails.map(({ to }) => to.join())).size).toBe(40);
  });

  it("sends first what somebody waits for, then a mail of each workspace in turn", async () => {
    const quiet = await service.createWorkspace();
    for (let index = 0; index < 25; index += 1) await queue("approved", approved, `many${index}@mail.test`);
    const to = { email: "quiet@mail.test", locale: null };
    await queueMail(service.ctx(quiet.workspaceId), { kind: "approved", key: "quiet", to, data: approved });
    const expiresAt = new Date(service.clock.now() + 900_000).toISOString();
    await queue("signIn", { url: "https://app.test/partners/sign-in?code=1", expiresAt }, "waits@mail.test");
    await job.round(service.ctx());
    const first = smtp.mails.map(({ to: [one] }) => one);
    expect(first).toHaveLength(10);
    expect(first).toEqual(expect.arrayContaining(["waits@mail.test", "quiet@mail.test"]));
    await sendAll();
  });

  it("sends no link that has ended meanwhile", async () => {
    const expiresAt = new Date(service.clock.now() + 900_000).toISOString();
    await queue("signIn", { url: "https://app.test/partners/sign-in?code=1", expiresAt });
    service.clock.advance(900_000);
    await sendAll();
    expect(smtp.mails).toEqual([]);
    expect(await rows()).toMatchObject([
      { status: "failed", error: "Its link ended before the mail could be sent.", data: {}, recipient: null },
    ]);
  });

  it("goes on with other mails when one cannot be written", async () => {
    await queue("firstSale", { earnings: 1, currency: "not a currency", url: "https://app.test" }, "a@mail.test");
    await queue("approved", approved, "b@mail.test");
    await sendAll();
    expect(smtp.mails.map(({ to }) => to.join())).toEqual(["b@mail.test"]);
    expect((await rows()).map(({ status }) => status).sort()).toEqual(["sent", "waiting"]);
  });

  it("lets neither a name nor a subject bring in headers or recipients", async () => {
    const attack = "Eva\r\nBcc: victim@mail.test\r\n\r\n<script>alert(1)</script>\u2028X: 1";
    await service.request("PATCH", "/program", { body: { name: "Acme partners" } });
    await queue("newApplication", { partnerName: attack, url: "https://app.test/console" });
    await sendAll();
    const [mail] = smtp.mails;
    expect(mail?.to).toEqual(["eva@mail.test"]);
    expect(mail?.headers["bcc"]).toBeUndefined();
    expect(mail?.headers["x"]).toBeUndefined();
    expect(mail?.subject).toMatch(/^Eva Bcc: victim@mail\.test <script>/);
    expect(mail?.html).not.toContain("<script>");
    expect([...(mail?.subject ?? "")].length).toBeLessThanOrEqual(78);
  });

  it.each(["a@mail.test,victim@mail.test", "a@mail.test\r\nRCPT TO:<victim@mail.test>", "A <victim@mail.test>"])(
    "takes an address as one address, whatever stands in it: %j",
    async (address) => {
      await queue("approved", approved, address);
      await sendAll();
      expect(smtp.mailsTo("victim@mail.test")).toEqual([]);
    },
  );
});

describe("what is kept of mails", () => {
  it("is forgotten after 90 days", async () => {
    await queue("approved", approved);
    await sendAll();
    service.clock.advance(90 * dayMs);
    await forgetExpired(service.ctx());
    expect(await rows()).toHaveLength(1);
    service.clock.advance(1);
    await forgetExpired(service.ctx());
    expect(await rows()).toEqual([]);
  });

  it("leaves with an erased partner: their own mails, and those on their way that name them, nobody else's", async () => {
    const eva = await service.createPartner({ name: "Eva" });
    const bob = await service.createPartner({ name: "Bob" });
    const ctx = service.ctx();
    for (const { id: partnerId } of [eva, bob]) {
      await queueMail(ctx, { kind: "approved", key: `approved:${partnerId}`, to: { partnerId }, data: approved });
      const url = `https://app.test/console/partners/${partnerId}`;
      await queue("newApplication", { partnerName: "Eva", url }, "owner@acme.test");
    }
    await service.request("POST", "/partners/deactivate", { body: { partnerId: eva.id } });
    await erasePartner(ctx, { partnerId: eva.id });
    const left = await rows();
    expect(left.map(({ kind }) => kind).sort()).toEqual(["approved", "newApplication"]);
    expect(JSON.stringify(left)).not.toContain(eva.id);
  });
});

describe("the server", () => {
  it("is spoken to by TLS, and trusted only with a certificate that can be trusted", async () => {
    const tls = await startSmtpServer({ tls: true });
    const [strict, open] = [delivery(tls.url), delivery(`${tls.url}?tls.rejectUnauthorized=false`)];
    await queue("approved", approved);
    await sendAll(strict);
    expect(tls.mails).toEqual([]);
    expect(await rows()).toMatchObject([{ status: "waiting", error: expect.stringMatching(/certificate/) }]);
    service.clock.advance(120_000);
    await sendAll(open);
    expect(tls.mailsTo("eva@mail.test")).toHaveLength(1);
    await Promise.all([strict, open].map((one) => one.close(Promise.resolve())));
    await tls.close();
  });

  it("keeps the mails while it is away", async () => {
    const away = await startSmtpServer();
    await away.close();
    const to = delivery(away.url);
    await queue("approved", approved);
    await sendAll(to);
    expect(await rows()).toMatchObject([{ status: "waiting", error: expect.stringContaining("ECONNREFUSED") }]);
    await to.close(Promise.resolve());
  });

  it("keeps the mails while it refuses the password, which is the operator's to correct", async () => {
    const guarded = await startSmtpServer({ login: { user: "acme", password: "p@ss:w/rd%" } });
    const urlWith = (password: string) => guarded.url.replace("//", `//acme:${encodeURIComponent(password)}@`);
    const [wrong, right] = [delivery(urlWith("wrong")), delivery(urlWith("p@ss:w/rd%"))];
    await queue("approved", approved);
    await sendAll(wrong);
    expect(await rows()).toMatchObject([{ status: "waiting", error: expect.stringContaining("535") }]);
    service.clock.advance(120_000);
    await sendAll(right);
    expect(guarded.mailsTo("eva@mail.test")).toHaveLength(1);
    await Promise.all([wrong, right].map((one) => one.close(Promise.resolve())));
    await guarded.close();
  });

  it("is given some seconds at a stop, and what it has not taken by then is kept", async () => {
    const silent = createServer(() => {});
    await new Promise<void>((listening) => void silent.listen(0, "127.0.0.1", listening));
    const to = delivery(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    await queue("approved", approved);
    const startedAt = performance.now();
    const round = to.round(service.ctx());
    await to.close(round.then(() => {}));
    expect(performance.now() - startedAt).toBeLessThan(8_000);
    expect(await rows()).toMatchObject([{ status: "waiting", recipient: "eva@mail.test" }]);
    silent.close();
  });
});
