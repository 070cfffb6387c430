import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgeValue, matchesNatively } from "referrals-embed/rules";
import { createTestService, type TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const hostile = "Ann \u202egnp.exe";

describe("a text that reads as another one", () => {
  const writes: [string, string, (text: string) => object][] = [
    ["POST", "/partners", (name) => ({ name, email: "ann@mail.test" })],
    ["POST", "/tags", (name) => ({ name })],
    ["POST", "/folders", (name) => ({ name })],
    ["POST", "/groups", (name) => ({ name, slug: "marked" })],
    ["PATCH", "/program", (name) => ({ name })],
    ["POST", "/customers", (name) => ({ externalId: "marked", name })],
    ["POST", "/links", (title) => ({ url: "https://acme.test", title })],
    ["POST", "/links", (text) => ({ url: `https://acme.test/${text}` })],
    ["POST", "/links", (key) => ({ url: "https://acme.test", key })],
    ["POST", "/webhooks", (name) => ({ name, url: "https://hooks.acme.test", triggers: ["link.created"] })],
  ];

  it.each(writes)("is refused where it is written: %s %s", async (method, path, body) => {
    for (const text of [hostile, "a\u2066b", "a\u0007b", "a\u009bb"]) {
      const answer = await service.request(method, path, { body: body(text) });
      expect([answer.status, answer.body.error?.message]).toEqual([422, expect.stringMatching(/^invalid_format: /)]);
    }
  });

  it("is told from what languages are written with: joiners and marks of direction within a word, and lines", async () => {
    for (const name of ["می\u200cخواهم", "שלום\u200f!", "Zoë 👩\u200d💻", "two\nlines"]) {
      const email = `ok-${name.length}@mail.test`;
      expect(
        (await service.request("POST", "/partners", { body: { name: "Ok", email, description: name } })).status,
      ).toBe(201);
    }
  });

  it("is refused in what a partner sends by a form", () => {
    for (const type of ["text", "textarea"] as const)
      expect(judgeValue({ type }, hostile, matchesNatively)).toBe("invalid_format");
  });

  it("is left out of a customer's name in a lead, which must not be lost for it", async () => {
    const partner = await service.createPartner();
    const clickId = await storeClick(service, partner.links![0]!.id);
    const lead = { clickId, eventName: "Sign up", customerExternalId: "reversed", customerName: hostile };
    expect((await service.request("POST", "/track/lead", { body: lead })).status).toBe(200);
    expect((await service.request("GET", "/customers/ext_reversed")).body.name).toBe("Ann gnp.exe");
  });
});
