import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";

let service: TestService;
/** What belongs to each of three partners, by the name of the filter. */
let owned: Record<string, string>[] = [];
beforeAll(async () => {
  service = await createTestService({ linkDomains: ["https://a.test", "https://b.test", "https://c.test"] });
  owned = [await own("a"), await own("b"), await own("c")];
  // A link of nobody is in no group, folder or tenant.
  const { body } = await service.request("POST", "/links", {
    body: { url: "https://acme.test/nobody", domain: "c.test" },
  });
  await storeClick(service, body.id);
  service.clock.advance(31 * dayMs);
  for (const { partnerId } of owned) await must("POST", "/payouts", { partnerId });
});
afterAll(() => service.close());

async function must(method: string, path: string, body?: object): Promise<any> {
  const answer = await service.request(method, path, { body });
  expect([path, answer.status, answer.status < 300 ? "" : answer.body]).toEqual([path, answer.status, ""]);
  return answer.body;
}

/** A partner with a group, a tag, a folder and a link of their own, a click and a sale of it. */
async function own(name: string): Promise<Record<string, string>> {
  const [{ saleRewardId }] = await must("GET", "/groups");
  const group = await must("POST", "/groups", { name, slug: name, saleRewardId });
  const partner = await service.createPartner({ groupId: group.id, tenantId: name });
  const [tag, partnerTag, folder] = [
    await must("POST", "/tags", { name }),
    await must("POST", "/tags", { name: `partner ${name}` }),
    await must("POST", "/folders", { name }),
  ];
  await must("PATCH", `/partners/${partner.id}`, { tagIds: [partnerTag.id] });
  const made = { url: "https://acme.test", domain: `${name}.test`, partnerId: partner.id, tenantId: name };
  const more = { externalId: name, tagIds: [tag.id], folderId: folder.id, trackConversion: true };
  const link = await must("POST", "/links", { ...made, ...more });
  const clickId = await storeClick(service, link.id);
  const sale = {
    clickId,
    customerExternalId: `buyer ${name}`,
    amount: 1000,
    invoiceId: name,
    metadata: { plan: name },
  };
  await must("POST", "/track/sale", sale);
  return {
    partnerId: partner.id,
    groupId: group.id,
    partnerTagId: partnerTag.id,
    tenantId: name,
    tagId: tag.id,
    tagIds: tag.id,
    folderId: folder.id,
    domain: `${name}.test`,
    linkId: link.id,
  };
}

/** Which of the three a filter leaves, told by the invoices of their sales. */
const reads: Record<string, { names: string[]; invoices: (query: string) => Promise<string[]> }> = {
  "GET /commissions": {
    names: ["partnerId", "groupId", "partnerTagId"],
    invoices: async (query) => (await must("GET", `/commissions?${query}`)).map((row: any) => row.invoiceId),
  },
  "GET /payouts": {
    names: ["groupId"],
    invoices: async (query) =>
      (await must("GET", `/payouts?${query}`)).map((row: any) => {
        const mine = owned.findIndex(({ partnerId }) => partnerId === row.partner.id);
        return "abc"[mine];
      }),
  },
  "GET /events": {
    names: "partnerId groupId partnerTagId tenantId tagId tagIds folderId domain linkId".split(" "),
    invoices: async (query) =>
      (await must("GET", `/events?event=sales&interval=all&${query}`)).map((row: any) => row.sale.invoiceId),
  },
};

describe.each(Object.entries(reads))("%s", (_, { names, invoices }) => {
  it.each(names)("%s takes a value, several, and all others", async (name) => {
    const [a, b] = owned.map((of) => of[name]!);
    const kept = async (filter: string): Promise<string[]> => (await invoices(`${name}=${filter}`)).sort();
    expect(await kept(`${a}`)).toEqual(["a"]);
    expect(await kept(`${a},${b}`)).toEqual(["a", "b"]);
    expect(await kept(`-${a}`)).toEqual(["b", "c"]);
    expect(await kept(`-${a},${b}`)).toEqual(["c"]);
  });
});

it("GET /analytics counts what a list or an exclusion leaves, links of nobody among the others", async () => {
  const count = async (query: string): Promise<number> =>
    (await must("GET", `/analytics?interval=all&${query}`)).clicks;
  for (const [name, value] of Object.entries(owned[0]!)) {
    const both = `${value},${owned[1]![name]}`;
    expect([name, await count(`${name}=${both}`), await count(`${name}=-${both}`)]).toEqual([name, 2, 2]);
  }
  expect([await count("linkId=ext_a,ext_b"), await count("linkId=-ext_a")]).toEqual([2, 3]);
});

it("GET /commissions finds a value of what was sent with the event, and else a part of its texts", async () => {
  const { invoices } = reads["GET /commissions"]!;
  expect(await invoices(`query=${encodeURIComponent("metadata['plan']:'b'")}`)).toEqual(["b"]);
  expect(await invoices(`query=${encodeURIComponent("metadata['plan']:'z'")}`)).toEqual([]);
  const [row] = await must("GET", "/commissions?pageSize=1");
  expect(row.metadata).toEqual({ plan: row.invoiceId });
  expect(await invoices(`query=${row.partner.email}`)).toEqual([row.invoiceId]);
});
