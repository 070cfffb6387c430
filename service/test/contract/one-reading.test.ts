import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(async () => world.close());

const sources = async (): Promise<[string, string][]> => {
  const { readdirSync, readFileSync } = await import("node:fs");
  const roots = ["../../src", "../../../src/rules"].map((path) => new URL(`${path}/`, import.meta.url));
  return roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file): [string, string] => [file, readFileSync(new URL(file, root), "utf8")]),
  );
};

describe("dates that do not exist", () => {
  const reads = ["/analytics?", "/events?", "/commissions?", "/partners/analytics?partnerId=any&"];
  const dates = ["2026-02-30", "2026-11-31", "2026-00-10", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z"];
  it.each(reads)("are refused as start and as end of %s", async (path) => {
    for (const date of dates) {
      for (const query of [`start=${date}`, `start=2026-01-01&end=${date}`]) {
        const partnerPath = path.replace("any", world.active.partner.id);
        expect({ query, ...(await world.request("GET", `${partnerPath}${query}`)) }).toMatchObject({
          query,
          status: 422,
        });
      }
    }
  });

  it("are read by no other reader of text: dates of schemas and queries come through parseInstant", async () => {
    const own = /new Date\(`\$\{day\}T|new Date\(text\)|Date\.parse\(text\)/;
    const found = (await sources()).filter(([, text]) => own.test(text)).map(([file]) => file);
    // What the store itself wrote is revived in bootstrap and figures.
    const revived = ["domain/embed/bootstrap.ts", "domain/embed/figures.ts"];
    expect(found.toSorted()).toEqual([...revived, "domain/past-date.ts", "instant.ts"]);
  });
});

describe("a customer", () => {
  const said = async (more: object) => ({
    clickId: await world.click(),
    eventName: "Sign up",
    customerExternalId: world.unique(),
    amount: 100,
    ...more,
  });

  it.each(["/track/lead", "/track/sale"])("of %s has an address or none, and an id that is not blank", async (path) => {
    for (const wrong of [{ customerEmail: "no" }, { customerExternalId: " " }])
      expect(await world.request("POST", path, { body: await said(wrong) })).toMatchObject({ status: 422 });
    for (const right of [{ customerEmail: "" }, { customerEmail: null }, { customerEmail: "a@mail.test" }])
      expect(await world.request("POST", path, { body: await said(right) })).toMatchObject({ status: 200 });
  });

  it("of an import keeps the sale and loses an address that is none", async () => {
    const customer = { externalId: world.unique(), email: "no" };
    const row = { partnerId: world.active.partner.id, customer, invoiceId: world.unique(), amount: 100, earnings: 1 };
    const answer = await world.must("POST", "/commissions/bulk", [{ ...row, date: "2025-01-01" }]);
    expect(answer).toMatchObject([{ outcome: "created" }]);
    expect(await world.must("GET", `/customers/ext_${customer.externalId}`)).toMatchObject({ email: null });
  });
});

it("answers 422 for markup and for an address where a user name belongs", async () => {
  const { id } = await world.createPartner();
  for (const youtube of ["https://x.test/<script>", "<b>ada</b>", "javascript:alert(1)", "a b"])
    expect(await world.request("PATCH", `/partners/${id}`, { body: { youtube } })).toMatchObject({ status: 422 });
  expect(await world.must("PATCH", `/partners/${id}`, { youtube: "@ada.lovelace-1_x" })).toMatchObject({
    youtube: "@ada.lovelace-1_x",
  });
});

it("answers 422 for a tag whose name holds a comma, which no list of names could ask for", async () => {
  expect(await world.request("POST", "/tags", { body: { name: "a,b" } })).toMatchObject({ status: 422 });
});

it("answers 304 to its tag in weak and in strong form", async () => {
  const key = await world.token();
  const { headers } = await world.request("GET", "/embed/referrals/links", { key });
  const etag = headers.get("etag")!;
  for (const known of [etag, etag.replace("W/", ""), `"other", ${etag.replace("W/", "")}`])
    expect(
      (await world.request("GET", "/embed/referrals/links", { key, headers: { "if-none-match": known } })).status,
    ).toBe(304);
});

it("answers the same invitation 20 times at once as once (E23)", async () => {
  const input = { email: `${world.unique()}@invited.test`, tenantId: world.unique() };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => world.request("POST", "/partners/invite", { body: input })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
});

it("counts one partner's events by a value of their metadata, with what those earned", async () => {
  const { partner } = world.active;
  await world.sale({ metadata: { plan: "rare" }, amount: 1000 });
  const query = encodeURIComponent("metadata['plan']:'rare'");
  const path = `/partners/analytics?partnerId=${partner.id}`;
  expect(await world.must("GET", `${path}&query=${query}`)).toMatchObject({
    sales: 1,
    saleAmount: 1000,
    earnings: 250,
  });
  expect(await world.request("GET", `${path}&query=plan`)).toMatchObject({ status: 422 });
});
