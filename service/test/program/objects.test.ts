import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const post = (path: string, body: unknown, key?: string | null) => service.request("POST", path, { body, key });
const patch = (path: string, body: unknown, key?: string | null) => service.request("PATCH", path, { body, key });

describe("rewards", () => {
  it("keeps money flat and per cent with two decimals", async () => {
    const { status, body } = await post("/rewards", {
      event: "sale",
      type: "percentage",
      amount: 12.5,
      maxAmount: 100,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: body.id,
      event: "sale",
      type: "percentage",
      amount: 12.5,
      maxDuration: null,
      maxDurationMonths: null,
      maxAmount: 100,
      description: null,
      conditions: [],
    });
    expect((await patch(`/rewards/${body.id}`, { type: "flat", amount: 300, maxAmount: null })).body).toMatchObject({
      type: "flat",
      amount: 300,
      maxAmount: null,
    });
    expect((await service.request("GET", "/rewards")).body[0].id).toBe(body.id);
  });

  it("takes `maxDuration`, its former name, and conditions, and keeps what a change leaves out (C5, C9)", async () => {
    const conditions = [{ field: "country", operator: "in", values: ["FR"] }];
    const sale = { event: "sale", type: "flat", amount: 5 };
    const { body } = await post("/rewards", { ...sale, maxDuration: 12, conditions });
    expect(body).toMatchObject({ maxDuration: 12, maxDurationMonths: 12, conditions });
    const former = (await post("/rewards", { ...sale, maxDurationMonths: 3 })).body;
    expect(former).toMatchObject({ maxDuration: 3, maxDurationMonths: 3, conditions: [] });
    const change = async (more: object) => (await patch(`/rewards/${body.id}`, more)).body;
    expect(await change({ amount: 6 })).toMatchObject({ amount: 6, maxDuration: 12, conditions });
    expect(await change({ maxDurationMonths: 2 })).toMatchObject({ maxDuration: 2 });
    expect(await change({ maxDuration: null, maxDurationMonths: 2 })).toMatchObject({ maxDuration: null });
    expect(await change({ conditions: [] })).toMatchObject({ conditions: [] });
    const wrong = { ...sale, conditions: [{ field: "colour", operator: "in", values: ["red"] }] };
    expect((await post("/rewards", wrong)).status).toBe(422);
    const tooMany = { ...sale, conditions: Array(6).fill(conditions[0]) };
    expect((await post("/rewards", tooMany)).status).toBe(422);
  });

  it("the event of a reward is fixed (409)", async () => {
    const { body } = await post("/rewards", { event: "lead", type: "flat", amount: 5 });
    expect((await patch(`/rewards/${body.id}`, { event: "sale" })).status).toBe(409);
  });

  it("fractions of minor units or basis points, and a share of a click (422)", async () => {
    for (const body of [
      { event: "sale", type: "flat", amount: 1.5 },
      { event: "sale", type: "percentage", amount: 1.234 },
      { event: "click", type: "percentage", amount: 1 },
      { event: "sale", type: "flat", amount: -1 },
    ]) {
      expect((await post("/rewards", body)).status).toBe(422);
    }
  });
});

describe("discounts", () => {
  it("keeps type, amount and duration", async () => {
    const { status, body } = await post("/discounts", { type: "percentage", amount: 10, maxDuration: 3 });
    expect(status).toBe(201);
    expect((await patch(`/discounts/${body.id}`, { description: "Ten off" })).body).toEqual({
      ...body,
      description: "Ten off",
    });
    expect((await service.request("GET", "/discounts")).body).toHaveLength(1);
  });
});

describe("groups", () => {
  it("names its slug, lower-cases hosts and keeps the form", async () => {
    const form = {
      fields: [
        {
          key: "k",
          label: "K",
          required: true,
          locked: false,
          position: 0,
          type: "text",
          constraints: { pattern: "[a-z]+" },
        },
      ],
    };
    const { status, body } = await post("/groups", {
      name: "Très VIP",
      linkHosts: [{ host: "Acme.test", mode: "host" }],
      referralFormData: form,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      slug: "tres-vip",
      linkHosts: [{ host: "acme.test", mode: "host" }],
      referralFormData: form,
      maxPartnerLinks: 10,
    });
    const partner = await service.createPartner({ groupId: "tres-vip" });
    expect(partner).toMatchObject({ groupId: body.id, referralFormData: form });
    expect((await patch(`/groups/${body.id}`, { maxPartnerLinks: null, referralFormData: null })).body).toMatchObject({
      maxPartnerLinks: null,
      referralFormData: null,
    });
    expect((await service.request("GET", "/groups")).body).toHaveLength(2);
  });

  it("a taken slug (409)", async () => {
    await post("/groups", { name: "Twice" });
    expect((await post("/groups", { name: "Twice" })).status).toBe(409);
    const { body } = await post("/groups", { name: "Other" });
    expect((await patch(`/groups/${body.id}`, { slug: "twice" })).status).toBe(409);
  });

  it("answers 422 for invalid forms and for rewards of another event or program (F1, F3)", async () => {
    const field = { key: "k", label: "K", required: true, locked: false, position: 0, type: "text" };
    const other = await service.createWorkspace();
    const forms = [
      { fields: [] },
      { fields: [field, field] },
      { fields: [{ ...field, constraints: { pattern: "(a)\\1" } }] },
      { fields: [{ ...field, constraints: { pattern: "(?=a)" } }] },
      { fields: [{ ...field, type: "select", options: [{ label: "a", value: "a" }] }] },
      {
        fields: [
          {
            ...field,
            type: "select",
            options: [
              { label: "a", value: "a" },
              { label: "b", value: "a" },
            ],
          },
        ],
      },
      { fields: [{ ...field, extra: 1 }] },
    ];
    for (const referralFormData of forms)
      expect((await post("/groups", { name: "Form", referralFormData })).status).toBe(422);
    expect((await post("/groups", { name: "Event", leadRewardId: service.saleRewardId })).status).toBe(422);
    expect((await post("/groups", { name: "Foreign", saleRewardId: other.saleRewardId })).status).toBe(422);
    expect((await post("/groups", { name: "Discount", discountId: "disc_x" })).status).toBe(422);
  });
});

describe.each(["groups", "rewards", "discounts"])("%s: 400, 404, 422", (name) => {
  it("refuses as everything does", async () => {
    expect((await post(`/${name}`, "{")).status).toBe(400);
    expect((await post(`/${name}`, {})).status).toBe(422);
    expect((await patch(`/${name}/x`, "{")).status).toBe(400);
    expect((await patch(`/${name}/x`, {})).status).toBe(404);
    expect((await patch(`/${name}/x`, { description: 1, name: 1 })).status).toBe(422);
    expect((await service.request("GET", `/${name}?pageSize=0`)).status).toBe(422);
    const bare = await service.createWorkspace();
    await service.store.db
      .updateTable("workspaces")
      .set({ default_program_id: null })
      .where("id", "=", bare.workspaceId)
      .execute();
    expect((await service.request("GET", `/${name}`, { key: bare.apiKey })).status).toBe(404);
  });
});
