import type { ClickResult, Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import type { ClickStore, DirectVisit } from "../../src/domain/click-store.ts";
import type { ClickRow } from "../../src/store/schema/tracking.ts";
import { createTestService, noClicks, testConfig, type TestService } from "../harness.ts";

let service: TestService;
let partner: Partner;
let visits: DirectVisit[];
let clicks: ClickStore;
let waiting: Map<string, ClickRow>;
let call: (
  path: string,
  body: object,
  headers?: Record<string, string>,
) => Promise<{ status: number; body: ClickResult & Record<string, unknown> }>;

beforeAll(async () => {
  service = await createTestService();
  partner = await service.createPartner({ name: "Ann" });
  visits = [];
  waiting = new Map();
  clicks = {
    ...noClicks,
    find: (id) => waiting.get(id),
    record: async (visit) => {
      visits.push(visit);
      return "click00000000001";
    },
  };
  const app = createApp({ ...service.deps, clicks });
  call = async (path, body, headers = {}) => {
    const answer = await app.request(`/api/track/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as ClickResult & Record<string, unknown> };
  };
});
afterAll(() => service.close());

const place = () => {
  const { domain, key } = partner.links![0]!;
  return { domain, key };
};

it("takes headers that name a place from trusted proxies only", async () => {
  await call("click", place(), { "x-country": "de" });
  expect(visits.at(-1)?.proxyHeaders.get("x-country")).toBeNull();
  const trusting = { ...service.deps, config: testConfig({ trustedProxies: ["127.0.0.1"] }) };
  const answer = await createApp({ ...trusting, clicks }).request("/api/track/click", {
    method: "POST",
    headers: { "content-type": "application/json", "x-country": "de" },
    body: JSON.stringify(place()),
  });
  expect(answer.status).toBe(200);
  expect(visits.at(-1)?.proxyHeaders.get("x-country")).toBe("de");
});

describe("a link of an invitation that ran out", () => {
  it("answers 404, and tracks nothing (E26, A11)", async () => {
    const partner = await service.createPartner();
    const [link] = partner.links ?? [];
    const { domain, key } = link ?? { domain: "", key: "" };
    const ends = new Date(service.clock.now() - 1);
    await service.store.db
      .updateTable("enrollments")
      .set({ status: "invited", invite_expires_at: ends })
      .where("partner_id", "=", partner.id)
      .execute();
    const { status } = await service.request("POST", "/track/click", { body: { domain, key }, key: null });
    expect(status).toBe(404);
  });
});

describe("POST /track/click", () => {
  it("records the visit and answers whose link it was", async () => {
    const answer = await call("click", {
      ...place(),
      url: "https://acme.test/pricing",
      referrer: "https://blog.test/",
    });
    expect(answer).toEqual({
      status: 200,
      body: {
        clickId: "click00000000001",
        partner: { id: partner.id, name: "Ann", image: null },
        discount: null,
        introducedBy: null,
      },
    });
    expect(visits.at(-1)).toMatchObject({
      linkId: partner.links![0]!.id,
      url: "https://acme.test/pricing",
      referrer: "https://blog.test/",
      trigger: "link",
    });
  });

  it("finds a link by identifier on a domain, or with a publishable key", async () => {
    const { id, domain } = partner.links![0]!;
    await service.store.db.updateTable("links").set({ identifier: "ann" }).where("id", "=", id).execute();
    expect((await call("click", { identifier: "ann", domain })).status).toBe(200);
    const authorization = `Bearer ${service.publishableKey}`;
    expect((await call("click", { identifier: "ann" }, { authorization })).status).toBe(200);
    expect((await call("click", { identifier: "ann" })).status).toBe(422);
  });

  it("names no partner and no discount of an enrollment that does not earn (L12)", async () => {
    const other = await service.createPartner();
    const { domain, key } = other.links![0]!;
    await service.store.db
      .updateTable("enrollments")
      .set({ status: "pending" })
      .where("partner_id", "=", other.id)
      .execute();
    expect((await call("click", { domain, key })).body).toMatchObject({ partner: null, discount: null });
  });

  it("answers 404 for unknown, disabled and expired links", async () => {
    expect((await call("click", { ...place(), key: "nothing-here" })).status).toBe(404);
    const other = await service.createPartner();
    const { domain, key } = other.links![0]!;
    await service.store.db
      .updateTable("links")
      .set({ expires_at: new Date(service.clock.now()) })
      .where("key", "=", key)
      .execute();
    expect((await call("click", { domain, key })).status).toBe(404);
    await service.request("POST", "/partners/deactivate", { body: { partnerId: partner.id } });
    expect((await call("click", place())).status).toBe(404);
    await service.request("POST", "/partners/reactivate", { body: { partnerId: partner.id } });
  });

  it("answers 422 for a body that names no link", async () => {
    expect((await call("click", { domain: "ref.test" })).status).toBe(422);
  });

  it("answers 403 for a secret key, which does not belong in a browser", async () => {
    expect((await call("click", place(), { authorization: `Bearer ${service.apiKey}` })).status).toBe(403);
  });
});

describe("POST /track/open and /track/visit", () => {
  it("records an app opened by a short link; another address answers nulls", async () => {
    const { id, domain, key, shortLink, url } = partner.links![0]!;
    expect((await call("open", { deepLink: shortLink })).body).toEqual({
      clickId: "click00000000001",
      link: { id, domain, key, url },
    });
    expect(visits.at(-1)?.trigger).toBe("deeplink");
    expect((await call("open", { deepLink: "https://else.test/x" })).body).toEqual({ clickId: null, link: null });
  });

  it("a visit needs the domain's root link (404)", async () => {
    expect((await call("visit", { domain: "ref.test", url: "https://acme.test/" })).status).toBe(404);
  });
});

describe("a click that is answered but not stored", () => {
  it("attributes a sale that comes a moment later", async () => {
    const { id: linkId } = partner.links![0]!;
    const link = await service.store.db
      .selectFrom("links")
      .selectAll()
      .where("id", "=", linkId)
      .executeTakeFirstOrThrow();
    const click: ClickRow = {
      id: "",
      at: new Date(service.clock.now()),
      workspace_id: service.workspaceId,
      program_id: link.program_id,
      enrollment_id: link.enrollment_id,
      link_id: linkId,
      click_id: "waiting000000001",
      visitor: "v",
      address: null,
      is_unique: true,
      click_reward_id: null,
      url: link.url,
      trigger: "link",
      country: "FR",
      region: null,
      city: null,
      continent: null,
      device: null,
      browser: null,
      os: null,
      referer: null,
      referer_url: null,
    };
    waiting.set(click.click_id, click);
    const body = { customerExternalId: "soon", clickId: click.click_id, amount: 1000 };
    expect((await call("sale", body, { authorization: `Bearer ${service.apiKey}` })).status).toBe(200);
    const { body: record } = await service.request<Partner>("GET", `/partners/${partner.id}`);
    expect(record).toMatchObject({ totalSales: 1, totalSaleAmount: 1000 });
  });
});
