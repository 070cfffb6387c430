import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { packs } from "referrals-embed/words";
import { queueMail } from "../../src/domain/mail/queue-mail.ts";
import { erasePartner } from "../../src/domain/partners/erase-partner.ts";
import { MailDelivery } from "../../src/jobs/send-mails.ts";
import { createSmtp } from "../../src/jobs/smtp.ts";
import { createMailPages } from "../../src/routes/mail-pages.ts";
import { createTestService, type TestService } from "../harness.ts";
import { startSmtpServer, type SmtpTestServer, type TestMail } from "./smtp-server.ts";

let smtp: SmtpTestServer;
let service: TestService;
let job: MailDelivery;
let pages: ReturnType<typeof createMailPages>;
beforeAll(async () => {
  smtp = await startSmtpServer();
  const mail = { smtpUrl: smtp.url, from: "partners@acme.test" };
  service = await createTestService({ mail });
  job = new MailDelivery(createSmtp(mail), service.deps.log);
  pages = createMailPages({ ...service.deps, context: (id = "") => service.ctx(id) });
});
afterEach(() => smtp.clear());
afterAll(async () => {
  await job.close(Promise.resolve());
  await service.close();
  await smtp.close();
});

let count = 0;
type Kind = "approved" | "firstSale" | "monthlySummary";
const data = {
  approved: { url: "https://app.test/partners" },
  firstSale: { earnings: 100, currency: "usd", url: "https://app.test/partners" },
  monthlySummary: {
    month: "2026-01",
    clicks: 1,
    leads: 1,
    sales: 1,
    earnings: 1,
    currency: "usd",
    url: "https://x.test",
  },
};
const tell = async (partnerId: string, kind: Kind = "approved"): Promise<void> => {
  const to = { partnerId };
  await queueMail(service.ctx(), { kind, key: `${kind}:${(count += 1)}`, to, data: data[kind] });
  while ((await job.round(service.ctx())) > 0);
};
const mailsTo = (email: string | null): TestMail[] => smtp.mailsTo(email ?? "");
/** The address of the choices, as a mail client finds it, below the mount. */
const choicesOf = (mail: TestMail | undefined): string => {
  const [, path = ""] =
    /^<https:\/\/app\.test\/partners\/mails(\/[\w-]+)>$/.exec(mail?.headers["list-unsubscribe"] ?? "") ?? [];
  expect(path).toMatch(/^\/[\w-]{32}$/);
  return path;
};
const post = (path: string, fields: Record<string, string>) =>
  pages.request(path, { method: "POST", body: new URLSearchParams(fields) });
const subscribed = async () => {
  const partner = await service.createPartner();
  await tell(partner.id);
  return { partner, path: choicesOf(mailsTo(partner.email)[0]) };
};

describe("unsubscribing", () => {
  it("is one click of the mail client, without a cookie and from anywhere (RFC 8058)", async () => {
    const { partner, path } = await subscribed();
    const [mail] = mailsTo(partner.email);
    expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    expect(mail?.text).toContain(`https://app.test/partners/mails${path}`);
    const answer = await post(path, { "List-Unsubscribe": "One-Click" });
    expect(answer.status).toBe(200);
    await tell(partner.id);
    await tell(partner.id, "firstSale");
    expect(mailsTo(partner.email)).toHaveLength(1);
  });

  it("is not done by opening the link, as programs do that look into mails", async () => {
    const { partner, path } = await subscribed();
    for (const method of ["GET", "HEAD"]) expect((await pages.request(path, { method })).status).toBe(200);
    await tell(partner.id);
    expect(mailsTo(partner.email)).toHaveLength(2);
  });

  it("ends no link to sign in, which has no such header", async () => {
    const { partner, path } = await subscribed();
    await post(path, { none: "yes" });
    const expiresAt = new Date(service.clock.now() + 900_000).toISOString();
    const signIn = { url: "https://app.test/partners/sign-in?code=1", expiresAt };
    await queueMail(service.ctx(), { kind: "signIn", key: "signIn:1", to: { partnerId: partner.id }, data: signIn });
    await job.round(service.ctx());
    const mail = mailsTo(partner.email).at(-1);
    expect(mail?.subject).toBe("Your sign-in link for Acme partners");
    expect(mail?.headers["list-unsubscribe"]).toBeUndefined();
  });

  it("ends no other partner's mails, nor those of the same partner in another workspace", async () => {
    const [one, other] = [await subscribed(), await subscribed()];
    await post(one.path, { none: "yes" });
    await tell(other.partner.id);
    expect(mailsTo(other.partner.email)).toHaveLength(2);
  });
});

describe("choosing", () => {
  it("shows what is on, stores what is ticked, and sends no summary of a month unless it was asked for", async () => {
    const { partner, path } = await subscribed();
    await tell(partner.id, "monthlySummary");
    expect(mailsTo(partner.email)).toHaveLength(1);
    const before = await (await pages.request(path)).text();
    expect(before).toMatch(/name="firstSale" value="yes" checked/);
    expect(before).not.toMatch(/name="monthlySummary" value="yes" checked/);
    const saved = await (await post(path, { monthlySummary: "yes" })).text();
    expect(saved).toContain("Saved.");
    expect(saved).toMatch(/name="monthlySummary" value="yes" checked/);
    await tell(partner.id, "monthlySummary");
    await tell(partner.id, "firstSale");
    expect(mailsTo(partner.email).map(({ subject }) => subject)).toEqual([
      "Welcome to Acme partners",
      "Acme partners: January 2026",
    ]);
  });

  it("is one switch for who runs the program", async () => {
    const id = service.deps.ids.next("per");
    const { db } = service.store;
    const email = "owner@acme.test";
    const { workspaceId: workspace_id } = service;
    const created_at = new Date(service.clock.now());
    await db
      .insertInto("people")
      .values({ id, workspace_id, name: "Olga", email, email_key: email, role: "owner", created_at })
      .execute();
    const applied = { partnerName: "Eva", url: "https://app.test/console" };
    const to = { email, locale: null };
    await queueMail(service.ctx(), { kind: "newApplication", key: "newApplication:1", to, data: applied });
    await job.round(service.ctx());
    expect(mailsTo(email)[0]?.text).toMatch(/^Hi Olga,/);
    await post(choicesOf(mailsTo(email)[0]), { "List-Unsubscribe": "One-Click" });
    expect(await db.selectFrom("people").select("mails").where("id", "=", id).execute()).toEqual([{ mails: false }]);
    await db.deleteFrom("people").execute();
  });

  it("answers a token that is nobody's with 404, and one of an erased partner too", async () => {
    const { partner, path } = await subscribed();
    await service.request("POST", "/partners/deactivate", { body: { partnerId: partner.id } });
    await erasePartner(service.ctx(), { partnerId: partner.id });
    for (const one of [path, "/nothing", "/%00", "/%ff"]) {
      expect((await pages.request(one)).status).toBe(404);
      expect((await post(one, { none: "yes" })).status).toBe(404);
    }
  });

  it("keeps the token of the address from other pages, search engines and frames", async () => {
    const { path } = await subscribed();
    const { headers } = await pages.request(path);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-robots-tag")).toBe("noindex");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it.each(Object.keys(packs))("speaks %s", async (locale) => {
    const { path } = await subscribed();
    const text = await (await pages.request(path, { headers: { "Accept-Language": locale } })).text();
    expect(text).toContain(`<html lang="${locale}"`);
    expect(text.match(/type="checkbox"/g)).toHaveLength(7);
    expect(text.replace(/<style>.*?<\/style>/s, "")).not.toMatch(/[{}]/);
  });
});
