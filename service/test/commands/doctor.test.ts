import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { doctor } from "../../src/commands/doctor.ts";
import { getPage } from "../../src/commands/get-page.ts";
import { allowsScript, findScriptTag } from "../../src/commands/script-tag.ts";
import { createTestService, type TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { runCommand } from "./run-command.ts";

/** What a local server answers, by path; and its address. */
interface Site {
  server: Server;
  url: string;
  answer: RequestListener;
}

/** A site and the service's public side, played by one local server: the shop at `/`, the script, and links at `/go/…`. */
async function openSite(): Promise<Site> {
  const site: Site = { url: "", answer: (_, response) => void response.end(), server: createServer() };
  site.server.on("request", (request, response) => site.answer(request, response));
  await new Promise<void>((done) => site.server.listen(0, "127.0.0.1", done));
  site.url = `http://127.0.0.1:${(site.server.address() as AddressInfo).port}`;
  return site;
}

let site: Site;
beforeAll(async () => void (site = await openSite()));
afterAll(() => {
  site.server.closeAllConnections();
  site.server.close();
});

const tag = (): string => `<script src="${site.url}/assets/analytics.js" defer></script>`;
const page =
  (html: string, headers: Record<string, string> = {}): RequestListener =>
  (request, response) => {
    if (request.url === "/assets/analytics.js") return void response.end("window.refAnalytics=1");
    if (request.method === "HEAD") return void response.writeHead(302, { location: `${site.url}/shop` }).end();
    response.writeHead(200, { "content-type": "text/html", ...headers }).end(html);
  };

describe("doctor", () => {
  let service: TestService;
  let workspaceId: string;
  let key: string;
  beforeAll(async () => void (service = await createTestService()));
  afterAll(() => service.close());
  beforeEach(async () => void ({ workspaceId, apiKey: key } = await service.createWorkspace()));

  const run = (address = `${site.url}/shop`) => {
    const config = { ...service.deps.config, appUrl: site.url };
    return runCommand({ store: service.store, config }, doctor, address, "--workspace", workspaceId);
  };
  const call = async (method: string, path: string, body: object) => {
    const answer = await service.request(method, path, { body, key });
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  };
  const setUp = async () => {
    await call("PATCH", "/program", { url: `${site.url}/shop` });
    const partner = await call("POST", "/partners", { email: `${workspaceId}@mail.test`, name: "Ada" });
    const { id } = partner.links[0];
    // The link's own address is the service's, which no test reaches over the network.
    const moved = { short_link: `${site.url}/go/ada` };
    await service.store.db.updateTable("links").set(moved).where("id", "=", id).execute();
    return id as string;
  };
  /** The steps, each with its state. */
  const states = (text: string) =>
    Object.fromEntries([...text.matchAll(/^(ok|broken|note) +(\w+)/gm)].map(([, state, step]) => [step!, state!]));

  it("tries a program that reviews its applicants as well", async () => {
    await setUp();
    await call("PATCH", "/program", {
      autoApprove: false,
      applicationForm: {
        fields: [{ key: "site", label: "Site", type: "text", required: true, locked: false, position: 0 }],
      },
    });
    expect(states((await run()).text)).toMatchObject({ lead: "ok", sale: "ok", refund: "ok" });
  });

  it("follows a click from the link over the site to a sale and its refund, and leaves nothing behind", async () => {
    await setUp();
    site.answer = page(`<head>${tag()}</head>`);
    const tables = [
      "partners",
      "customers",
      "commissions",
      "sale_events",
      "lead_events",
      "outbox_events",
      "audit_rows",
    ];
    const count = async () =>
      Promise.all(
        tables.map(
          async (table) =>
            (
              await service.store.db
                .selectFrom(table as "partners")
                .selectAll()
                .execute()
            ).length,
        ),
      );
    const before = await count();
    const { text, exitCode } = await run();
    expect(states(text)).toEqual({
      program: "ok",
      link: "ok",
      site: "ok",
      script: "ok",
      lead: "ok",
      sale: "ok",
      refund: "ok",
      arrived: "note",
    });
    expect(text).toContain("A sale of 100.00 usd is recorded, and earns 25.00 usd.");
    expect(exitCode).toBe(0);
    expect(await count()).toEqual(before);
  });

  it("says that the page has no script, and what to paste", async () => {
    await setUp();
    site.answer = page(`<!-- ${tag()} --><p>Shop</p>`);
    const { text, exitCode } = await run();
    expect(states(text)).toMatchObject({ site: "ok", script: "broken", sale: "ok" });
    expect(text).toContain(`<script src="${site.url}/assets/analytics.js" defer></script>`);
    expect(text).toMatch(/It breaks at: script\.$/);
    expect(exitCode).toBe(1);
  });

  it("says that the site's policy keeps the script from running", async () => {
    await setUp();
    site.answer = page(`<script src="https://elsewhere.test/assets/analytics.js"></script>`, {
      "content-security-policy": "default-src 'self'",
    });
    const { text } = await run();
    expect(text).toContain("Add https://elsewhere.test to script-src and connect-src.");
  });

  it("says that the link does not reach the service", async () => {
    await setUp();
    site.answer = (request, response) => {
      if (request.method === "HEAD") return void response.writeHead(404).end();
      page(tag())(request, response);
    };
    const { text } = await run();
    expect(states(text)).toMatchObject({ link: "broken", site: "ok", script: "ok" });
    expect(text).toMatch(/It breaks at: link\.$/);
  });

  it("says that links lead to another site, and what a program still needs", async () => {
    site.answer = page(tag());
    expect((await run()).text).toContain("Partners' links lead to");
    await call("PATCH", "/program", { url: site.url });
    expect((await run()).text).toMatch(/^broken {2}program/m);
  });

  it("says what has come so far: clicks without a sign-up are a server that does not send them", async () => {
    const link = await setUp();
    site.answer = page(tag());
    const click = await storeClick(service, link);
    expect((await run()).text).toContain("no sign-up or sale yet");
    const lead = { clickId: click, eventName: "Sign up", customerExternalId: "user_1" };
    await call("POST", "/track/lead", lead);
    expect((await run()).text).toContain("and no sale yet");
    await call("POST", "/track/sale", { customerExternalId: "user_1", amount: 100 });
    expect(states((await run()).text)).toMatchObject({ arrived: "ok" });
  });

  it("understands an address only", async () => {
    await expect(run("http://")).rejects.toThrow("no web address");
    await expect(run("file:///etc/passwd")).rejects.toThrow("no web address");
  });
});

describe("what the doctor fetches", () => {
  it("is a megabyte at the most, of an answer that never ends too", async () => {
    site.answer = (_, response) => {
      const more = (): void => void response.write("x".repeat(65_536), () => response.destroyed || more());
      more();
    };
    expect((await getPage(site.url)).text).toHaveLength(1_000_000);
  });

  it("ends after five redirects", async () => {
    site.answer = (_, response) => void response.writeHead(302, { location: "/again" }).end();
    await expect(getPage(site.url)).rejects.toThrow("redirects more than 5 times");
  });

  it("is never what a redirect names by another scheme", async () => {
    site.answer = (_, response) => void response.writeHead(302, { location: "file:///etc/passwd" }).end();
    await expect(getPage(site.url)).rejects.toThrow("is no web address");
  });

  it("says in a sentence why an address does not answer", async () => {
    const closed = await openSite();
    await new Promise((done) => closed.server.close(done));
    await expect(getPage(closed.url)).rejects.toThrow(`${closed.url} does not answer: ECONNREFUSED.`);
  });
});

describe("the script tag of a page", () => {
  const src = "https://app.test/assets/analytics.js";

  it.each([
    [`<script src="${src}" defer></script>`, src],
    [`<SCRIPT defer src='${src}?a=1&amp;b=2'></SCRIPT>`, `${src}?a=1&b=2`],
    [`<script src=/assets/analytics.js></script>`, "https://shop.test/assets/analytics.js"],
    [`<!-- <script src="${src}"></script> -->`, null],
    [`<!-- <script src="${src}"></script>`, null],
    [`<script src="/other.js"></script><script>"/assets/analytics.js"</script>`, null],
  ])("%s is %s", (html, found) => {
    expect(findScriptTag(html, "https://shop.test/")?.src ?? null).toBe(found);
  });

  it.each([
    [null, true],
    ["img-src 'none'", true],
    ["default-src 'self'", false],
    ["script-src 'self' https://app.test", true],
    ["script-src http://app.test", false],
    ["default-src *; script-src *.test", true],
    ["script-src https:", true],
    ["script-src 'nonce-abc' 'strict-dynamic'", true],
    ["default-src *; script-src-elem 'none'", false],
  ])("may run under the policy %s: %s", (policy, allowed) => {
    expect(allowsScript(policy, src, "https://shop.test/")).toBe(allowed);
  });
});
