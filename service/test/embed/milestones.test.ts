import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";
import { activePartner } from "./active-partner.ts";

let service: TestService;
let token: string;
const set = (milestones: unknown, more: object = {}) =>
  service.request<any>("PATCH", "/program", { body: { embed: { milestones, ...more } } });
const read = async () => (await service.request<any>("GET", "/embed/referrals", { key: token })).body.milestones;
const tell = (milestones: unknown, key = token) =>
  service.request<any>("PUT", "/embed/referrals/milestones", { key, body: { milestones } });

const first = { metric: "sales", value: 1 };
const tenth = { metric: "sales", value: 10 };
const earned = { metric: "earnings", value: 100_000 };

beforeAll(async () => {
  service = await createTestService();
  ({ token } = await activePartner(service, { tenantId: "t-goals" }));
});
afterAll(() => service.close());

describe("milestones", () => {
  it("are none until the program sets some, and come in its order", async () => {
    expect(await read()).toEqual([]);
    expect((await set([first, tenth, earned])).body.embed.milestones).toEqual([first, tenth, earned]);
    expect(await read()).toEqual([first, tenth, earned].map((one) => ({ ...one, told: false })));
  });

  it("are told once on all devices, side by side too, and again only where the program sets new ones", async () => {
    await set([first, tenth, earned]);
    await Promise.all([tell([first]), tell([earned])]);
    expect((await read()).map(({ told }: { told: boolean }) => told)).toEqual([true, false, true]);
    expect((await tell([{ metric: "leads", value: 7 }])).body).toEqual({ milestones: [first, earned] });
    await set([first, { metric: "sales", value: 5 }]);
    expect((await read()).map(({ told }: { told: boolean }) => told)).toEqual([true, false]);
  });

  it("of earnings are not shown where the program hides earnings", async () => {
    await set([first, earned], { sections: { earnings: false } });
    expect((await read()).map(({ metric }: { metric: string }) => metric)).toEqual(["sales"]);
    await set([first], { sections: { earnings: true } });
  });

  it("answers 422 for what cannot be counted, 0 and more than twenty", async () => {
    for (const wrong of [
      [{ metric: "clicks", value: 1 }],
      [{ metric: "sales", value: 0 }],
      Array.from({ length: 21 }, () => first),
    ]) {
      expect((await set(wrong)).status).toBe(422);
      expect((await tell(wrong)).status).toBe(422);
    }
  });

  it("answers 403 to a token that only reads, and to a partner without full access", async () => {
    const partner = await service.createPartner({ tenantId: "t-reads" });
    const onlooker = await service.embedToken(partner.id, { scopes: ["read"] } as never);
    expect((await tell([first], onlooker)).status).toBe(403);
    const left = await service.embedToken(partner.id);
    await service.request("POST", "/embed/referrals/enrollment/leave", { key: left, body: {} });
    expect((await tell([first], left)).status).toBe(403);
  });
});
