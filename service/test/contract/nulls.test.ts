import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
let partnerId: string;
let linkId: string;
let token: string;
beforeAll(async () => {
  service = await createTestService();
  const partner = await service.createPartner({ name: "Nora Null", tenantId: "tenant-null" });
  partnerId = partner.id;
  linkId = partner.links![0]!.id;
  token = await service.embedToken(partnerId);
  await call("POST", "/commissions", {
    type: "lead",
    partnerId,
    customer: { externalId: "known" },
    lead: lead("First"),
  });
});
afterAll(() => service.close());

const call = (method: string, path: string, body: unknown, key?: string) =>
  service.request(method, path, { body, ...(key !== undefined && { key }) });
const lead = (eventName: string) => ({ eventName, metadata: null });
const sale = (invoiceId: string | null) => ({ amount: 1000, invoiceId, metadata: null });
const customer = { externalId: "hand", name: null, email: null, avatar: null, country: null };

describe("a field that may be null (notation `T?`)", () => {
  const cases: [string, string, () => object][] = [
    ["POST", "/partners/links", () => ({ partnerId, tenantId: null, url: null, comments: null })],
    ["PUT", "/partners/links/upsert", () => ({ partnerId: null, tenantId: "tenant-null", url: "https://acme.test/n" })],
    ["POST", "/partners/archive", () => ({ partnerId, tenantId: null })],
    ["POST", "/partners/unarchive", () => ({ partnerId: null, tenantId: "tenant-null" })],
    ["POST", "/partners/applications/approve", () => ({ partnerId, groupId: null })],
    ["POST", "/commissions", () => ({ partnerId, amount: 100, date: null, description: null })],
    [
      "POST",
      "/commissions",
      () => ({ type: "lead", partnerId, customerId: null, customer, linkId: null, lead: lead("A") }),
    ],
    [
      "POST",
      "/commissions",
      () => ({ type: "sale", partnerId, customer, date: null, lead: null, sale: sale("in_null") }),
    ],
    ["POST", "/track/refund", () => ({ invoiceId: "in_null", amount: null, refundId: null, reason: null })],
    ["POST", "/track/lead", () => ({ clickId: "", customerExternalId: "known", eventName: "B", customerName: null })],
    ["POST", "/track/sale", () => ({ customerExternalId: "known", amount: 1, invoiceId: null, clickId: null })],
  ];
  it.each(cases)("%s %s takes null as not given", async (method, path, body) => {
    const { status, body: answer } = await call(method, path, body());
    expect(status, JSON.stringify(answer)).toBeLessThan(300);
  });

  it("keeps the country of a customer credited by hand", async () => {
    const body = { type: "lead", partnerId, customer: { externalId: "abroad", country: "at" }, lead: lead("C") };
    expect((await call("POST", "/commissions", body)).status).toBe(202);
    expect((await service.request("GET", "/customers/ext_abroad")).body.country).toBe("AT");
  });
});

describe("null in a PATCH for a field that cannot be null", () => {
  const objects: [string, () => string, readonly string[], (() => string)?][] = [
    ["a partner", () => `/partners/${partnerId}`, ["name", "groupId", "networkStatus", "tagIds"]],
    [
      "a link",
      () => `/links/${linkId}`,
      [
        "url",
        "domain",
        "key",
        "trackConversion",
        "archived",
        "publicStats",
        "tagIds",
        "tagNames",
        "proxy",
        "rewrite",
        "doIndex",
      ],
    ],
    ["a customer", () => "/customers/ext_known", ["externalId"]],
    [
      "the program",
      () => "/program",
      ["name", "url", "currency", "timezone", "autoApprove", "allowedOrigins", "embed"],
    ],
    ["a partner's profile", () => "/embed/referrals/profile", ["name", "leaderboardOptIn"], () => token],
    ["a partner's own link", () => `/embed/referrals/links/${linkId}`, ["url", "key", "archived"], () => token],
  ];
  it.each(objects)("is refused with its path: %s", async (_, path, fields, key) => {
    for (const field of fields) {
      const { status, body } = await call("PATCH", path(), { [field]: null }, key?.());
      expect([field, status]).toEqual([field, 422]);
      expect(body.error.message).toMatch(new RegExp(`^invalid_(type|value): ${field}: `));
    }
  });
});
