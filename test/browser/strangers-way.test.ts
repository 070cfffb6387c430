import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { chromium, type Browser, type BrowserContext, type Frame, type Page } from "playwright-core";
import { startSmtpServer, type SmtpTestServer } from "../../service/test/mail/smtp-server.ts";
import { startPostgres } from "../../service/test/postgres-server.ts";
import { brokenRules } from "./broken-rules.ts";
import { startRealService, type RealService } from "./real-service.ts";

const engines = ["embedded", "postgres"] as const;

describe.each(engines)("from outside, on the %s store", (engine) => {
  let service: RealService;
  let smtp: SmtpTestServer;
  let browser: Browser;
  let stopDatabase = async (): Promise<void> => {};
  beforeAll(async () => {
    smtp = await startSmtpServer();
    const settings: Record<string, string> = { SMTP_URL: smtp.url, MAIL_FROM: "Acme <partners@acme.test>" };
    if (engine === "postgres") {
      const { url, stop } = await startPostgres({ durable: false });
      settings["DATABASE_URL"] = url;
      stopDatabase = stop;
    }
    service = await startRealService(settings);
    browser = await chromium.connect(inject("chromium"));
    await call("PATCH", "/program", {
      joining: "open",
      holdingPeriodDays: 0,
      minPayoutAmount: 0,
      payoutMethodDelayHours: 0,
      embed: { termsUrl: "https://acme.test/terms" },
      applicationForm: {
        fields: [
          { key: "site", label: "Where do you write?", type: "text", required: true, locked: false, position: 1 },
        ],
      },
    });
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
    await smtp.close();
    await stopDatabase();
  });

  /** Calls the API as the company's server. */
  const call = async (method: string, path: string, body?: object): Promise<any> => {
    const headers = { Authorization: `Bearer ${service.apiKey}`, "Content-Type": "application/json" };
    const answer = await fetch(`${service.appUrl}/api${path}`, { method, headers, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? undefined : answer.json();
  };
  const phone = (): Promise<BrowserContext> =>
    browser.newContext({
      viewport: { width: 390, height: 844 },
      baseURL: service.appUrl,
      locale: "en",
      permissions: ["clipboard-read", "clipboard-write"],
    });
  /** The link that a mail asks its reader to follow. */
  const linkIn = ({ text }: { text: string }): string => new RegExp(`${service.appUrl}/\\S+`).exec(text)?.[0] ?? "";
  const dashboardIn = async (page: Page): Promise<Frame> => {
    const element = await page.waitForSelector("referrals-embed iframe");
    return (await element.contentFrame())!;
  };
  const expectNarrow = async (page: Page): Promise<void> => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  };

  it("a stranger applies, is approved, shares a link, earns, is paid, and is the same person in the host's app", async () => {
    const address = "sam@mail.test";
    const context = await phone();
    const page = await context.newPage();
    await page.goto("/join");
    expect(await page.textContent("h1")).toContain("25%");
    await expectNarrow(page);
    await page.getByLabel("E-mail").fill(address);
    await page.getByLabel("Name").fill("Sam Stranger");
    await page.getByLabel("Where do you write?").fill("https://blog.example");
    await page.click("button:text-is('Send application')");
    await page.waitForSelector("text=I accept the terms” is missing");
    await page.getByLabel("I accept the terms").check();
    await page.click("button:text-is('Send application')");
    await page.waitForSelector("h1:text-is('Look at your mail')");

    const confirmation = await smtp.waitFor(address, { subject: /Confirm/ });
    await page.goto(linkIn(confirmation));
    await page.click("button:text-is('Send application')");
    await (await dashboardIn(page)).waitForSelector("text=Your application is in review");

    const [waiting] = await call("GET", "/partners/applications");
    expect(waiting.applicationFormData).toEqual([{ label: "Where do you write?", value: "https://blog.example" }]);
    const partnerId: string = waiting.partner.id;
    await call("POST", "/partners/applications/approve", { partnerId });
    const welcome = await smtp.waitFor(address, { subject: /Welcome/ });

    await page.click("button:text-is('Sign out')");
    await page.goto(linkIn(welcome));
    await page.getByLabel("E-mail").fill(address);
    await page.click("button:text-is('Send link')");
    await page.goto(linkIn(await smtp.waitFor(address, { subject: /sign-in link/ })));
    await page.click("button:text-is('Sign in')");
    const dashboard = await dashboardIn(page);
    await dashboard.click("button:has-text('Copy')");
    const shared = await page.evaluate(() => navigator.clipboard.readText());
    const [partner] = await call("GET", `/partners?email=${encodeURIComponent(address)}`);
    expect(shared).toBe(partner.links[0].shortLink);

    const visit = await fetch(shared, { redirect: "manual", headers: { "User-Agent": "Mozilla/5.0 Chrome/140" } });
    const clickId = new URL(visit.headers.get("location")!).searchParams.get("ref_id");
    const buyer = { clickId, customerExternalId: "buyer_1", customerName: "Bea" };
    await call("POST", "/track/lead", { ...buyer, eventName: "Sign up" });
    await call("POST", "/track/sale", { ...buyer, amount: 10_000, currency: "usd", invoiceId: "in_1" });
    expect((await smtp.waitFor(address, { subject: /first sale/ })).subject).toContain("$25");

    await dashboard.waitForSelector("[role=tablist]");
    const stored = await page.evaluate(async () => {
      const token = await (await fetch("/partners/token", { method: "POST" })).json();
      const headers = { Authorization: `Bearer ${token.publicToken}`, "Content-Type": "application/json" };
      const body = JSON.stringify({ method: "paypal", paypalEmail: "sam@paypal.test" });
      return (await fetch("/api/embed/referrals/payout-method", { method: "PUT", headers, body })).status;
    });
    expect(stored).toBe(200);
    await call("POST", "/payouts/run", {});
    const [payout] = await call("GET", `/payouts?partnerId=${partnerId}`);
    await call("POST", "/payouts/confirm", { payoutIds: [payout.id] });
    await call("PATCH", `/payouts/${payout.id}`, { status: "sent" });
    await call("PATCH", `/payouts/${payout.id}`, { status: "completed" });
    expect((await smtp.waitFor(address, { subject: /on its way/ })).subject).toContain("$25");

    const token = await service.client.embedTokens.referrals({
      tenantId: "user_sam",
      partner: { email: address, name: "Sam" },
    });
    const seen = await fetch(`${service.appUrl}/api/embed/referrals`, {
      headers: { Authorization: `Bearer ${token.publicToken}` },
    });
    expect(((await seen.json()) as any).stats.sales).toBe(1);
    expect((await call("GET", "/partners?tenantId=user_sam"))[0].id).toBe(partnerId);
    await context.close();
  });

  it("an invited journalist comes from the mail to the first link in under a minute", async () => {
    const address = "journalist@mail.test";
    const startedAt = performance.now();
    await call("POST", "/partners/invite", { email: address, name: "Jo" });
    const context = await phone();
    const page = await context.newPage();
    await page.goto(linkIn(await smtp.waitFor(address, { subject: /invited/ })));
    expect(await page.textContent("main")).toContain("25%");
    await expectNarrow(page);
    await page.getByLabel("Where do you write?").fill("https://press.example");
    await page.getByLabel("I accept the terms").check();
    await page.click("button:text-is('Accept')");
    const dashboard = await dashboardIn(page);
    await dashboard.click("button:has-text('Copy')");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(service.appUrl);
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    await context.close();
  });

  it.runIf(engine === "embedded")(
    "its pages have no fault of accessibility and no sideways scroll, narrow and wide, in two brands and directions",
    async () => {
      const { invitation } = await call("POST", "/partners/invite", { email: "looked-at@mail.test" });
      const paths = ["/join", "/partners", new URL(invitation.url).pathname + new URL(invitation.url).search];
      const faults: string[] = [];
      for (const brandColor of ["#ffd400", "#1b1464"]) {
        await call("PATCH", "/program", { brandColor, name: `Acme ${"partnerships".repeat(6)}` });
        for (const [locale, colorScheme] of [
          ["en", "light"],
          ["ar", "dark"],
        ] as const) {
          const context = await browser.newContext({ baseURL: service.appUrl, locale, colorScheme });
          const page = await context.newPage();
          for (const path of [...paths, "/partners/sign-in?code=none"]) {
            for (const width of [320, 1440]) {
              await page.setViewportSize({ width, height: 900 });
              await page.goto(path);
              if (path === "/join") await page.click("form button");
              const at = `${brandColor} ${locale} ${path.slice(0, 20)} ${width}`;
              const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
              if (over > 0) faults.push(`${at}: scrolls by ${over} px`);
              faults.push(...(await brokenRules(page)).map((line) => `${at}: ${line}`));
            }
          }
          await context.close();
        }
      }
      expect(faults).toEqual([]);
      await call("PATCH", "/program", { brandColor: null, name: "Acme partners" });
    },
  );

  it.runIf(engine === "embedded")("a stranger applies by keyboard alone", async () => {
    const context = await phone();
    const page = await context.newPage();
    await page.goto("/join");
    const tabTo = async (name: string): Promise<void> => {
      for (let presses = 0; presses < 30; presses += 1) {
        await page.keyboard.press("Tab");
        if ((await page.evaluate(() => (document.activeElement as HTMLInputElement).name)) === name) return;
      }
      throw new Error(`No press of Tab comes to ${name}.`);
    };
    await tabTo("email");
    await page.keyboard.type("keys@mail.test");
    await tabTo("name");
    await page.keyboard.type("Kay Keys");
    await tabTo("values.site");
    await page.keyboard.type("https://keys.example");
    await tabTo("terms");
    await page.keyboard.press("Space");
    await tabTo("");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForSelector("h1:text-is('Look at your mail')");
    expect((await smtp.waitFor("keys@mail.test")).subject).toContain("Confirm");
    await context.close();
  });
});
