import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { mail as mailCommand } from "../../src/commands/mail.ts";
import { DemoMails } from "../../src/demo/demo-mails.ts";
import { queueMail } from "../../src/domain/mail/queue-mail.ts";
import { MailDelivery } from "../../src/jobs/send-mails.ts";
import { createSmtp } from "../../src/jobs/smtp.ts";
import { runCommand } from "../commands/run-command.ts";
import { createTestService, type TestService } from "../harness.ts";
import { startSmtpServer, type SmtpTestServer } from "./smtp-server.ts";

let smtp: SmtpTestServer;
let service: TestService;
let job: MailDelivery;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "mail-command-"));
  smtp = await startSmtpServer();
  const mail = { smtpUrl: smtp.url, from: "Acme <partners@acme.test>" };
  service = await createTestService({ mail });
  job = new MailDelivery(createSmtp(mail), service.deps.log);
});
afterEach(async () => {
  smtp.clear();
  smtp.answers = [];
  await service.request("PATCH", "/program", { body: { mails: {} } });
});
afterAll(async () => {
  await job.close(Promise.resolve());
  await service.close();
  await smtp.close();
  await rm(dataDir, { recursive: true });
});

const approve = async (): Promise<string | null> => {
  const { id: partnerId, email } = await service.createPartner({ name: "Eva" });
  const data = { url: "https://app.test/partners" };
  await queueMail(service.ctx(), { kind: "approved", key: `approved:${partnerId}`, to: { partnerId }, data });
  await job.round(service.ctx());
  return email;
};
const run = (...words: string[]) =>
  runCommand({ store: service.store, config: { ...service.deps.config, dataDir } }, mailCommand, ...words);
const save = (mails: object) => service.request("PATCH", "/program", { body: { mails } });

describe("a program's own words", () => {
  it("are sent in place of ours, as text without markup", async () => {
    const body = "Hello {name},\n\n<b>you</b> are in.\nReally.\n\n{link}\n\nAda of {program}";
    const saved = await save({ approved: { subject: "In: {program}", body } });
    expect(saved.status).toBe(200);
    expect(saved.body.mails).toEqual({ approved: { subject: "In: {program}", body } });
    const mail = await smtp.waitFor((await approve())!);
    expect(mail.subject).toBe("In: Acme partners");
    expect(mail.text).toMatch(
      /^Hello Eva,\r?\n\r?\n<b>you<\/b> are in\.\r?\nReally\.\r?\n\r?\nOpen my dashboard:\r?\nhttps:\/\/app\.test\/partners/,
    );
    expect(mail.html).toContain("&lt;b&gt;you&lt;/b&gt; are in.<br>Really.");
  });

  it("may replace the subject alone", async () => {
    await save({ approved: { subject: "Come in" } });
    const mail = await smtp.waitFor((await approve())!);
    expect(mail).toMatchObject({ subject: "Come in", text: expect.stringContaining("Your application was accepted") });
  });

  it.each([
    [{ approved: { body: "Hi {nmae}" } }, "{nmae}, which this mail does not know. There are {program}, {name}, {link}"],
    [
      { approved: { subject: "{amount}" } },
      "{amount}, which this mail does not know. There are {program}, {name}, {link}",
    ],
    [{ signIn: { body: "Come in!" } }, "needs {link}"],
    [{ approved: { subject: "a\nBcc: b@mail.test" } }, "must be one line"],
    [{ approved: { subject: "a".repeat(151) } }, "150"],
    [{ approved: { body: "a".repeat(5001) } }, "5000"],
    [{ ownerDigest: { body: "Hi" } }, "ownerDigest"],
  ])("are refused when saved: %j", async (mails, problem) => {
    const { status, body } = await save(mails);
    expect(status).toBe(422);
    expect(body.error.message).toContain(problem);
    expect((await service.request("GET", "/program")).body.mails).toEqual({});
  });
});

describe("referrals-service mail", () => {
  it("prints a mail as the program sends it, in a language", async () => {
    await save({ approved: { subject: "In: {program}" } });
    const own = await run("preview", "approved");
    expect(own.text).toMatch(/^Subject: In: Acme partners\n/);
    const german = await run("preview", "signIn", "--locale", "de");
    expect(german.text).toContain("Mit diesem Link melden Sie sich bei Acme partners an.");
  });

  it("writes every mail into a directory", async () => {
    const dir = await mkdtemp(join(tmpdir(), "mails-"));
    const { text } = await run("preview", "--out", dir);
    expect(text).toBe(`13 mails are in ${dir}.`);
    expect(await readdir(dir)).toHaveLength(26);
    expect(await readFile(join(dir, "firstSale.html"), "utf8")).toContain("$24.50");
    await rm(dir, { recursive: true });
  });

  it("says which mails there are when one is asked for that is none", async () => {
    const asked = run("preview", "welcome");
    await expect(asked).rejects.toThrow(/There is no mail welcome\. There are: confirmAddress, /);
  });

  it("sends a test, and says what the server answered", async () => {
    const sent = await run("test", "eva@mail.test");
    expect(sent).toMatchObject({ exitCode: 0, text: expect.stringContaining("took the mail to eva@mail.test: 250") });
    expect((await smtp.waitFor("eva@mail.test")).subject).toBe("A test of the mails of Acme partners");
    smtp.answers = ["refuse"];
    const refused = await run("test", "eva@mail.test");
    expect(refused.exitCode).toBe(1);
    expect(refused.text).toContain("did not take the mail to eva@mail.test");
    expect(refused.text).toContain("550 5.1.1 No such mailbox");
  });
});

describe("the demo", () => {
  it("keeps its mails on a page, and lets none of them run anything", async () => {
    const mails = new DemoMails();
    const pages = mails.pages();
    expect(await (await pages.request("/")).text()).toContain("There is none yet.");
    const html = `<html><head></head><body><script>alert(1)</script></body></html>`;
    await mails.send({
      to: "eva@mail.test",
      subject: "<i>Hi</i>",
      html,
      text: "Hi",
      messageId: "<mail_1@x>",
      headers: {},
    });
    expect(await (await pages.request("/")).text()).toContain('<a href="/demo/mail/mail_1">&lt;i&gt;Hi&lt;/i&gt;</a>');
    const answer = await pages.request("/mail_1");
    const page = await answer.text();
    expect(page).toContain('sandbox="allow-top-navigation-by-user-activation"');
    expect(page).not.toContain("<script>");
    expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none';/);
    expect((await pages.request("/mail_2")).status).toBe(404);
  });
});
