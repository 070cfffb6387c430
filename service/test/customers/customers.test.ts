import type { Customer, Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { exportStore } from "../../src/store/copy/export-store.ts";
import { counted } from "../counted.ts";
import { createTestService, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { storeClick } from "../tracking/stored-click.ts";

let service: TestService;
let partner: Partner;

beforeAll(async () => {
  service = await createTestService();
  partner = await service.createPartner();
});
afterAll(async () => {
  await expectSound(service);
  await service.close();
});

const create = (body: object) => service.request<Customer>("POST", "/customers", { body });

async function list(query: string): Promise<string[]> {
  const { status, body } = await service.request<Customer[]>("GET", `/customers?${query}`);
  expect(status).toBe(200);
  return body.map(({ externalId }) => externalId);
}

describe("POST /customers", () => {
  it("adds a customer without a binding", async () => {
    const answer = await create({ externalId: "ext_ada", name: "Ada", email: "ada@mail.test", country: "de" });
    expect(answer).toMatchObject({
      status: 201,
      body: { externalId: "ext_ada", name: "Ada", country: "DE", sales: 0, saleAmount: 0, firstSaleAt: null },
    });
  });

  it("answers 409 for a taken external id; one leading ext_ does not count", async () => {
    expect((await create({ externalId: "ada" })).status).toBe(409);
  });

  it.each([{}, { externalId: "" }, { externalId: "x", country: "xx" }, { externalId: "x", email: "no" }])(
    "answers 422 for %o",
    async (body) => {
      expect((await create(body)).status).toBe(422);
    },
  );
});

describe("GET /customers/{id}", () => {
  it("answers by id and by ext_, with link and partner when asked", async () => {
    const clickId = await storeClick(service, partner.links![0]!.id);
    await service.request("POST", "/track/sale", {
      body: { customerExternalId: "bob", clickId, amount: 500, customerName: "Bob" },
    });
    const { body } = await service.request<Customer>("GET", "/customers/ext_bob");
    expect(body).toMatchObject({ externalId: "bob", name: "Bob", country: "DE", sales: 1, saleAmount: 500 });
    expect(body).not.toHaveProperty("link");
    const expanded = await service.request<Customer>("GET", `/customers/${body.id}?includeExpandedFields=true`);
    expect(expanded.body).toMatchObject({
      link: { id: partner.links![0]!.id },
      partner: { id: partner.id },
      programId: service.programId,
      discount: null,
    });
  });

  it("answers 404 for unknown and foreign customers", async () => {
    const { apiKey } = await service.createWorkspace();
    expect((await service.request("GET", "/customers/ext_nobody")).status).toBe(404);
    expect((await service.request("GET", "/customers/ext_bob", { key: apiKey })).status).toBe(404);
  });
});

describe("GET /customers", () => {
  it("filters, sorts and pages", async () => {
    expect(await list("sortOrder=asc")).toEqual(["ext_ada", "bob"]);
    expect(await list("sortBy=saleAmount")).toEqual(["bob", "ext_ada"]);
    expect(await list("email=ADA@mail.test&search=bob")).toEqual(["ext_ada"]);
    expect(await list("externalId=ada")).toEqual(["ext_ada"]);
    expect(await list("search=BO")).toEqual(["bob"]);
    expect(await list(`partnerId=${partner.id}&country=de`)).toEqual(["bob"]);
    expect(await list("pageSize=1&page=2&sortOrder=asc")).toEqual(["bob"]);
  });

  it.each(["sortBy=name", "sortBy=saleAmount&startingAfter=x", "startingAfter=cus_none"])(
    "answers 422 for %s",
    async (query) => {
      expect((await service.request("GET", `/customers?${query}`)).status).toBe(422);
    },
  );
});

describe("PATCH /customers/{id}", () => {
  it("changes facts; null clears", async () => {
    const { body } = await service.request<Customer>("PATCH", "/customers/ext_ada", {
      body: { name: null, stripeCustomerId: "cus_1" },
    });
    expect(body).toMatchObject({ name: null, email: "ada@mail.test", stripeCustomerId: "cus_1" });
  });

  it("answers link, partner and program when asked for, as reading does", async () => {
    const asked = "/customers/ext_ada?includeExpandedFields=true";
    const { body } = await service.request<Customer>("PATCH", asked, { body: { country: "FR" } });
    expect(body).toEqual((await service.request("GET", asked)).body);
    expect(body).toMatchObject({ country: "FR", partner: null, link: null });
    const bob = await service.request<Customer>("PATCH", asked.replace("ada", "bob"), { body: {} });
    expect(bob.body).toMatchObject({ partner: { id: partner.id }, programId: service.programId });
  });

  it("answers 404, 409 or 422 for unknown customers, taken ids and bad values", async () => {
    const call = (id: string, body: object) => service.request("PATCH", `/customers/${id}`, { body });
    expect((await call("cus_none", { name: "x" })).status).toBe(404);
    expect((await call("ext_ada", { externalId: "bob" })).status).toBe(409);
    expect((await call("ext_ada", { externalId: null })).status).toBe(422);
  });
});

describe("DELETE /customers/{id}", () => {
  it("erases what is personal; money stays, replays stay harmless, the id is free again (Y4)", async () => {
    const clickId = await storeClick(service, partner.links![0]!.id);
    const body = {
      customerExternalId: "eve",
      clickId,
      amount: 700,
      invoiceId: "in-eve",
      customerEmail: "eve@mail.test",
      metadata: { note: "eve" },
    };
    await service.request("POST", "/track/sale", { body });
    const { body: eve } = await service.request<Customer>("GET", "/customers/ext_eve");
    expect(await service.request("DELETE", "/customers/ext_eve")).toMatchObject({ status: 200, body: { id: eve.id } });
    expect((await service.request("GET", `/customers/${eve.id}`)).status).toBe(404);
    expect((await service.request("POST", "/track/sale", { body })).status).toBe(200);
    const { body: figures } = await service.request<Partner>("GET", `/partners/${partner.id}`);
    expect(figures.totalSaleAmount).toBe(1200);
    for (const table of ["customers", "lead_events", "sale_events"] as const) {
      const rows = await service.store.db
        .selectFrom(table)
        .selectAll()
        .where("workspace_id", "=", service.workspaceId)
        .execute();
      expect(JSON.stringify(rows)).not.toMatch(/"eve"|eve@/);
    }
    expect((await create({ externalId: "eve" })).status).toBe(201);
  });

  it("leaves nothing of the person in an export of the store: events to send, kept answers, metadata (Y4)", async () => {
    const everything = async (): Promise<string> => {
      let text = "";
      for await (const part of exportStore(service.store, new Date())) text += part;
      return text;
    };
    const url = "https://203.0.114.9/hook";
    const triggers = ["lead.created", "sale.created"];
    await service.request("POST", "/webhooks", { body: { name: "Back office", url, triggers } });
    const clickId = await storeClick(service, partner.links?.[0]?.id ?? "");
    const person = {
      customerExternalId: "erasable-id",
      customerName: "Erasable Name",
      customerEmail: "erasable@mail.test",
      customerAvatar: "https://mail.test/erasable.png",
      metadata: { note: "erasable note" },
    };
    const keyed = (name: string) => ({ "idempotency-key": `key-${name}` });
    const lead = { ...person, clickId, eventName: "Sign up" };
    await service.request("POST", "/track/lead", { body: lead, headers: keyed("lead") });
    const sale = { ...person, amount: 900, invoiceId: "in-gone" };
    await service.request("POST", "/track/sale", { body: sale, headers: keyed("sale") });
    const { body: customer } = await service.request<Customer>("GET", "/customers/ext_erasable-id");
    const patch = { body: { name: "Erasable Second Name" }, headers: keyed("patch") };
    await service.request("PATCH", `/customers/${customer.id}`, patch);
    expect(await everything()).toMatch(/erasable/i);

    expect((await service.request("DELETE", `/customers/${customer.id}`)).status).toBe(200);
    const left = (await everything()).split("\n").filter((line) => /erasable/i.test(line));
    expect(left).toEqual([]);
    const again = await service.request("POST", "/track/sale", { body: sale, headers: keyed("sale") });
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
  });

  /** Deletes a customer, and answers how many statements it took. */
  async function statementsOf(id: string): Promise<number> {
    const { store, statements } = counted(service.store);
    const app = createApp({ ...service.deps, store });
    const headers = { authorization: `Bearer ${service.apiKey}` };
    expect((await app.request(`/api/customers/${id}`, { method: "DELETE", headers })).status).toBe(200);
    return statements();
  }

  it("empties the answers of a busy day in portions, so that others get in between (Y4)", async () => {
    const { body: first } = await create({ externalId: "kept-1" });
    const few = await statementsOf(first.id);
    const { body: second } = await create({ externalId: "kept-2" });
    const { body: other } = await create({ externalId: "kept-3" });
    const key = await service.store.db.selectFrom("api_keys").select("id").limit(1).executeTakeFirstOrThrow();
    const rows = Array.from({ length: 2600 }, (_, n) => ({
      credential_id: key.id,
      method: "POST",
      path: "/customers",
      key: `kept-${n}`,
      body_hash: "",
      status: 200,
      body: JSON.stringify({ id: n % 100 === 0 ? second.id : other.id }),
      // The last ones as if their calls were under way.
      created_at: new Date(service.clock.now() - 300_000 + n * 100),
    }));
    for (let from = 0; from < rows.length; from += 1000)
      await service.store.db
        .insertInto("idempotency_keys")
        .values(rows.slice(from, from + 1000))
        .execute();
    expect((await statementsOf(second.id)) - few).toBeGreaterThanOrEqual(6);
    const kept = service.store.db.selectFrom("idempotency_keys").where("key", "like", "kept-%").select("body");
    const bodies = (await kept.execute()).map(({ body }) => body);
    expect(bodies.filter((body) => body === "{}")).toHaveLength(26);
    expect(bodies.filter((body) => body?.includes(other.id))).toHaveLength(2574);
  });

  it("empties the events of somebody who bought often in portions (Y4)", async () => {
    const { body: first } = await create({ externalId: "often-1" });
    const few = await statementsOf(first.id);
    const { body: second } = await create({ externalId: "often-2", name: "Often Second" });
    const rows = Array.from({ length: 700 }, (_, n) => ({
      id: `evt_often${n}`,
      workspace_id: service.workspaceId,
      event: "lead.created" as const,
      data: JSON.stringify({ customer: { id: second.id, name: "Often Second" } }),
      created_at: new Date(service.clock.now()),
    }));
    await service.store.db.insertInto("outbox_events").values(rows).execute();
    expect((await statementsOf(second.id)) - few).toBe(4);
    const left = service.store.db.selectFrom("outbox_events").where("id", "like", "evt_often%").select("data");
    const said = (await left.execute()).map(({ data }) => JSON.stringify(data));
    expect([said.length, said.filter((text) => text.includes("Often Second")).length]).toEqual([700, 0]);
  });

  it("takes as many statements for thirty sales as for one", async () => {
    const buy = (customerExternalId: string, invoiceId: string) =>
      service.request("POST", "/track/sale", {
        body: { customerExternalId, invoiceId, amount: 100, clickId, metadata: { note: "n" } },
      });
    const clickId = await storeClick(service, partner.links?.[0]?.id ?? "");
    await buy("buyer-1", "in-one");
    for (let n = 0; n < 30; n += 1) await buy("buyer-30", `in-many-${n}`);
    const one = await service.request<Customer>("GET", "/customers/ext_buyer-1");
    const many = await service.request<Customer>("GET", "/customers/ext_buyer-30");
    expect(await statementsOf(many.body.id)).toBe(await statementsOf(one.body.id));
    const left = service.store.db.selectFrom("sale_events").where("metadata", "is not", null).select("id");
    expect(await left.where("customer_id", "=", many.body.id).execute()).toEqual([]);
  });

  it("answers 404 for an unknown customer", async () => {
    expect((await service.request("DELETE", "/customers/ext_nobody")).status).toBe(404);
  });
});
