import type { LeadResult, Partner, SaleResult } from "referrals-embed/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectSound } from "../properties/expect-sound.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { storeClick } from "./stored-click.ts";

let service: TestService;
let ada: Partner;
let lin: Partner;
let code: string;

beforeAll(async () => void (service = await createTestService()));
afterAll(async () => {
  await expectSound(service);
  await service.close();
});

beforeEach(async () => {
  [ada, lin] = [await service.createPartner({ name: "Ada" }), await service.createPartner({ name: "Lin" })];
  code = `ADA-${service.deps.ids.random(8)}`;
  await service.request("POST", "/discount-codes", { body: { partnerId: ada.id, code } });
  await prefer("code");
});

let count = 0;
const customer = (): string => `code-${(count += 1)}`;
const prefer = (attributionPriority: "code" | "click") =>
  service.request("PATCH", "/program", { body: { attributionPriority } });
const clickOf = (partner: Partner, at?: Date) => storeClick(service, partner.links![0]!.id, { ...(at && { at }) });
const post = async <T>(path: string, body: object, key?: string): Promise<T> => {
  const answer = await service.request<T>("POST", path, { body, key });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const lead = (body: object) => post<LeadResult>("/track/lead", { clickId: "", eventName: "Sign up", ...body });
const sale = (body: object) => post<SaleResult>("/track/sale", { amount: 1000, ...body });
/** Partner, status and earnings of a customer's commissions. */
const earned = async (externalId: string) => {
  const { body } = await service.request<any[]>("GET", "/commissions?pageSize=100");
  return body
    .filter((row) => row.customer?.externalId === externalId)
    .map(({ partner, status, earnings }) => [partner.id, status, earnings]);
};

describe("a discount code in a lead or sale", () => {
  it("brings a customer nobody knows, in any letter case and without a click (A17)", async () => {
    const [first, second] = [customer(), customer()];
    const answer = await lead({ customerExternalId: first, discountCode: ` ${code.toLowerCase()} ` });
    expect(answer).toMatchObject({ click: { id: "" }, link: { partnerId: ada.id } });
    await sale({ customerExternalId: second, discountCode: code });
    expect(await earned(second)).toEqual([[ada.id, "pending", 250]]);
  });

  it("beats another partner's click, unless the program prefers clicks (A17)", async () => {
    const clickId = await clickOf(lin);
    const [byCode, byClick] = [customer(), customer()];
    await sale({ customerExternalId: byCode, clickId, discountCode: code });
    expect(await earned(byCode)).toMatchObject([[ada.id, "pending", 250]]);
    await prefer("click");
    await sale({ customerExternalId: byClick, clickId, discountCode: code });
    expect(await earned(byClick)).toMatchObject([[lin.id, "pending", 250]]);
  });

  it("counts where the click is older than the window, also when clicks are preferred (A17, A7)", async () => {
    await prefer("click");
    const clickId = await clickOf(lin, new Date(service.clock.now() - 91 * dayMs));
    const customerExternalId = customer();
    await sale({ customerExternalId, clickId, discountCode: code });
    expect(await earned(customerExternalId)).toMatchObject([[ada.id, "pending", 250]]);
  });

  it("leaves the click of its own link in place, which knows the country (A17)", async () => {
    const customerExternalId = customer();
    const clickId = await clickOf(ada);
    await lead({ customerExternalId, clickId, discountCode: code });
    const row = await service.store.db
      .selectFrom("customers")
      .select(["click_id", "country"])
      .where("external_id", "=", customerExternalId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ click_id: clickId, country: "DE" });
  });

  it("never moves a customer who is bound (A17, A8)", async () => {
    const customerExternalId = customer();
    await lead({ customerExternalId, clickId: await clickOf(lin) });
    await sale({ customerExternalId, discountCode: code });
    expect(await earned(customerExternalId)).toMatchObject([[lin.id, "pending", 250]]);
  });

  it("is ignored where it is nobody's, or off (A17)", async () => {
    const body = { customerExternalId: customer(), discountCode: "SUMMER" };
    expect(
      (await service.request("POST", "/track/lead", { body: { ...body, clickId: "", eventName: "x" } })).status,
    ).toBe(404);
    expect(await sale(body)).toMatchObject({ customer: null, sale: null });
    expect(await sale({ customerExternalId: customer(), discountCode: "" })).toMatchObject({ sale: null });
    await service.request("POST", "/partners/ban", { body: { partnerId: ada.id, reason: "spam" } });
    expect(await sale({ customerExternalId: customer(), discountCode: code })).toMatchObject({ sale: null });
  });

  it("is kept by a deferred call until the customer is bound (A17, V3)", async () => {
    const customerExternalId = customer();
    await lead({ customerExternalId, clickId: await clickOf(lin), discountCode: code, mode: "deferred" });
    await sale({ customerExternalId });
    expect(await earned(customerExternalId)).toMatchObject([[ada.id, "pending", 250]]);
  });

  it("holds a partner's purchase by their own code (A17, A12)", async () => {
    const customerExternalId = customer();
    await sale({ customerExternalId, customerEmail: ada.email, discountCode: code });
    expect(await earned(customerExternalId)).toMatchObject([[ada.id, "hold", 250]]);
  });

  it("from a page waits like its click, and the server's code decides (A17, A16)", async () => {
    const [waiting, named] = [customer(), customer()];
    const invoiceId = `in-${waiting}`;
    const key = service.publishableKey;
    const page = {
      amount: 1000,
      customerExternalId: waiting,
      clickId: await clickOf(lin),
      discountCode: code,
      invoiceId,
    };
    await post("/track/sale/client", page, key);
    await sale({ customerExternalId: waiting, invoiceId });
    expect(await earned(waiting)).toMatchObject([[ada.id, "pending", 250]]);
    const other = { clickId: await clickOf(lin), eventName: "Sign up", customerExternalId: named };
    await post("/track/lead/client", other, key);
    await sale({ customerExternalId: named, discountCode: code });
    expect(await earned(named)).toMatchObject([[ada.id, "pending", 250]]);
  });

  it("from a page brings no customer whom the server made (A17, A16)", async () => {
    const customerExternalId = customer();
    await service.request("POST", "/customers", { body: { externalId: customerExternalId } });
    const said = { customerExternalId, clickId: "", discountCode: code };
    for (const mode of ["deferred", "wait"])
      await post("/track/lead/client", { ...said, eventName: "Sign up", mode }, service.publishableKey);
    await post("/track/sale/client", { ...said, amount: 1000 }, service.publishableKey);
    await sale({ customerExternalId });
    expect(await earned(customerExternalId)).toEqual([]);
  });
});
