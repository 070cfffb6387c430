import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { storeClick } from "./stored-click.ts";

let service: TestService;
let clickId: string;
beforeAll(async () => {
  service = await createTestService();
  const partner = await service.createPartner({ tenantId: "secret-tenant" });
  clickId = await storeClick(service, partner.links![0]!.id);
});
afterAll(async () => {
  await expectSound(service);
  await service.close();
});

const known = { customerExternalId: "known", customerName: "Ann Secret", customerEmail: "ann@secret.test" };
const browser = (path: string, body: object) =>
  service.request("POST", `/track/${path}/client`, { key: service.publishableKey, body });
const server = (path: string, body: object) => service.request("POST", `/track/${path}`, { body });
const stored = async () => (await service.request("GET", "/customers/ext_known")).body;

describe("the publishable key, which anybody can read", () => {
  it("answers nothing that is stored of a known customer, their sale or their lead (T5)", async () => {
    const metadata = { note: "secret plan" };
    const sale = { ...known, clickId, amount: 4900, invoiceId: "in_known", eventName: "Secret sale", metadata };
    await server("sale", sale);
    await server("lead", { ...known, clickId, eventName: "Sign up" });
    const thief = { customerExternalId: "known" };
    const answers = [
      await browser("sale", { ...thief, amount: 0 }),
      await browser("sale", { ...thief, amount: 4900, invoiceId: "in_known" }),
      await browser("sale", { ...thief, amount: 100 }),
      await browser("lead", { ...thief, clickId: "", eventName: "Sign up" }),
      await browser("lead", { ...thief, clickId: "", eventName: "Another" }),
      await browser("lead", { ...thief, clickId, eventName: "Later", mode: "deferred" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const text = JSON.stringify(answers.map(({ body }) => body));
    expect(text).not.toMatch(/secret|cus_|link_|pn_/i);
    expect(answers[3]!.body.click.id).toBe("");
  });

  it("changes no name, email or avatar of a known customer (T5)", async () => {
    const before = await stored();
    const lies = { customerName: "Eve", customerEmail: "eve@evil.test", customerAvatar: "https://evil.test/a.png" };
    await browser("lead", { ...lies, customerExternalId: "known", clickId: "", eventName: "Lie" });
    await browser("lead", { ...lies, customerExternalId: "known", clickId, eventName: "Lie", mode: "deferred" });
    await browser("sale", { ...lies, customerExternalId: "known", amount: 100 });
    const { name, email, avatar } = before;
    expect(await stored()).toMatchObject({ name, email, avatar });
  });

  it("answers the customer and link that its own call made", async () => {
    const fresh = { customerExternalId: "fresh", customerName: "Fay", clickId };
    const { body } = await browser("lead", { ...fresh, eventName: "Sign up" });
    expect(body).toMatchObject({ click: { id: clickId }, customer: { name: "Fay", externalId: "fresh" } });
    const sale = await browser("sale", { customerExternalId: "fresh-buyer", clickId, amount: 900, invoiceId: "in_b" });
    expect(sale.body).toMatchObject({
      customer: { externalId: "fresh-buyer" },
      sale: { amount: 900, invoiceId: "in_b" },
    });
  });
});
