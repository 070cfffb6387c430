import type { Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { csvRows } from "../../src/commands/read-csv.ts";
import { allPartners } from "../../src/domain/partners/list-partners.ts";
import { writeCsv } from "../../src/domain/workspaces/csv-lists.ts";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
let partner: Partner;

beforeAll(async () => {
  service = await createTestService();
  partner = await service.createPartner({ name: "=HYPERLINK(1)", tenantId: "@tenant" });
  await post("/commissions", { partnerId: partner.id, amount: 2500, description: '-2+3, "quoted"\nsecond line' });
  await post("/commissions", { partnerId: partner.id, amount: -100 });
  await post("/commissions", {
    type: "sale",
    partnerId: partner.id,
    customer: { externalId: "+49", name: "Grace", email: "grace@buyer.test" },
    sale: { amount: 9000, invoiceId: "in-1" },
  });
  await post("/payouts", { partnerId: partner.id });
});
afterAll(() => service.close());

const post = async (path: string, body: object): Promise<any> =>
  (await service.request<any>("POST", path, { body: body as never })).body;

async function ask(path: string, accept = "text/csv", key = service.apiKey) {
  const headers = { accept, authorization: `Bearer ${key}` };
  const answer = await service.fetch(`http://service.test/api${path}`, { headers });
  const body = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, body };
}

async function rowsOf(text: string): Promise<Record<string, string>[]> {
  async function* chunks(): AsyncGenerator<string> {
    yield text.replace(/^\uFEFF/, "");
  }
  const rows: Record<string, string>[] = [];
  for await (const row of csvRows(chunks())) rows.push(row.values);
  return rows;
}

/** A record as CSV shows it: records within by dots, the rest as text. */
function flat(record: object, columns: readonly string[]): Record<string, string> {
  const cell = (column: string): string => {
    const value = column.split(".").reduce<any>((within, name) => within?.[name], record);
    if (typeof value === "number") return String(value);
    const text = typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
    return /^[=+\-@]/.test(text) ? `'${text}` : text;
  };
  return Object.fromEntries(columns.map((column) => [column, cell(column)]));
}

/** The fields of a record, those of records within by dots. */
function fieldsOf(record: object, within = ""): string[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const isRecord = typeof value === "object" && value !== null && !Array.isArray(value) && name !== "metadata";
    return isRecord ? fieldsOf(value, `${within}${name}.`) : [within + name];
  });
}

describe.each(["partners", "customers", "commissions", "payouts"])("GET /%s as CSV", (list) => {
  it("has the columns and values of the JSON, and runs as no formula (N10)", async () => {
    const { status, headers, body } = await ask(`/${list}`);
    expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(headers.get("content-disposition")).toMatch(
      new RegExp(`^attachment; filename="${list}-\\d{4}-\\d\\d-\\d\\d.csv"$`),
    );
    expect(headers.get("vary")).toContain("Accept");
    expect(body.startsWith("\uFEFF")).toBe(true);
    const rows = await rowsOf(body);
    const { body: records } = await service.request<object[]>("GET", `/${list}`);
    expect(records.length).toBeGreaterThan(0);
    const columns = Object.keys(rows[0]!);
    for (const [index, record] of records.entries()) {
      expect(columns).toEqual(
        expect.arrayContaining(fieldsOf(record).filter((name) => valueIn(record, name) !== null)),
      );
      expect(rows[index]).toEqual(flat(record, columns));
    }
    expect(rows).toHaveLength(records.length);
    for (const cell of rows.flatMap((row) => Object.values(row)))
      expect(cell).not.toMatch(/^(?!-?\d+(\.\d+)?$)[=+\-@]/);
  });

  it("is JSON unless CSV is preferred, takes the list's filters, and names a parameter of pages (N10)", async () => {
    for (const accept of ["*/*", "application/json", "application/json, text/csv;q=0.5", "text/html"])
      expect((await ask(`/${list}`, accept)).headers.get("content-type")).toContain("application/json");
    for (const accept of ["text/csv, */*;q=0.1", "text/csv, application/json", "TEXT/CSV"])
      expect((await ask(`/${list}`, accept)).headers.get("content-type")).toContain("text/csv");
    for (const query of ["page=1", "pageSize=10"]) {
      const answer = await ask(`/${list}?${query}`);
      expect([answer.status, answer.body]).toEqual([422, expect.stringContaining("answers the whole list")]);
    }
    expect((await ask(`/${list}?sortBy=nothing`)).status).toBe(422);
  });

  it("shows another workspace nothing of it, and asks for the list's scope (N10)", async () => {
    const { apiKey } = await service.createWorkspace();
    expect(await rowsOf((await ask(`/${list}`, "text/csv", apiKey)).body)).toEqual([]);
    const { key } = await post("/api-keys", { name: "links", scopes: ["links.read"] });
    expect((await ask(`/${list}`, "text/csv", key)).status).toBe(403);
  });
});

const valueIn = (record: object, column: string) =>
  column.split(".").reduce<any>((within, name) => within?.[name] ?? null, record);

it("narrows CSV as the list is narrowed (N10)", async () => {
  const rows = await rowsOf((await ask(`/commissions?partnerId=${partner.id}&type=sale`)).body);
  expect(rows).toMatchObject([{ type: "sale", invoiceId: "in-1", "customer.externalId": "'+49" }]);
  expect(await rowsOf((await ask("/payouts?status=completed")).body)).toEqual([]);
});

it.each([
  "payouts?sortBy=paidAt&sortOrder=asc",
  "commissions?sortBy=amount&sortOrder=asc",
  "customers?sortBy=firstSaleAt",
])("is in the order of the list: %s (N10)", async (path) => {
  const { body: records } = await service.request<{ id: string }[]>("GET", `/${path}`);
  const rows = await rowsOf((await ask(`/${path}`)).body);
  expect(rows.map((row) => row["id"])).toEqual(records.map((record) => record.id));
});

it.each(["", "?sortBy=saleAmount"])(
  "has each of some thousands once, whichever way they are read: %s (N10)",
  async (query) => {
    const { workspaceId, apiKey } = await service.createWorkspace();
    const at = new Date(service.clock.now());
    const made = Array.from({ length: 2345 }, (_, index) => ({
      id: `cus_${workspaceId}_${index}`,
      workspace_id: workspaceId,
      external_id: `many-${index}`,
      // Some at one moment.
      created_at: new Date(at.getTime() - (index % 7)),
    }));
    for (let from = 0; from < made.length; from += 500)
      await service.store.db
        .insertInto("customers")
        .values(made.slice(from, from + 500) as never)
        .execute();
    const rows = await rowsOf((await ask(`/customers${query}`, "text/csv", apiKey)).body);
    expect(new Set(rows.map((row) => row["externalId"]))).toEqual(new Set(made.map((row) => row.external_id)));
    expect(rows).toHaveLength(made.length);
  },
);

it.each([
  ["partners.list", "createdAt"],
  ["customers.list", "createdAt"],
  ["customers.list", "saleAmount"],
  ["commissions.list", "createdAt"],
  ["commissions.list", "amount"],
  ["payouts.list", "amount"],
  ["payouts.list", "paidAt"],
] as const)("others write while %s is read by %s (N10)", async (operation, sortBy) => {
  const statuses: number[] = [];
  const write = async (): Promise<void> => {
    const { status } = await service.request("POST", "/tags", { body: { name: `beside ${operation} ${sortBy}` } });
    statuses.push(status);
  };
  await writeCsv(service.ctx(), operation, { query: { sortBy }, write });
  expect(statuses).toEqual([201]);
});

it("has each partner once that was there at the beginning, however their order changes meanwhile (N10)", async () => {
  const { apiKey, workspaceId } = await service.createWorkspace();
  const make = async (name: string): Promise<Partner> =>
    (await service.request<Partner>("POST", "/partners", { body: { email: `${name}@mail.test`, name }, key: apiKey }))
      .body;
  const partners = [await make("a"), await make("b"), await make("c"), await make("d"), await make("e")];
  const ctx = service.ctx(workspaceId);
  const read: string[] = [];
  for await (const batch of allPartners(ctx, { sortBy: "createdAt", sortOrder: "asc" }, 2)) {
    read.push(...batch.map((row) => (row as Partner).id));
    await service.store.db
      .updateTable("enrollment_stats")
      .set({ total_clicks: 100 * read.length })
      .where("partner_id", "=", read[0]!)
      .execute();
    await make(`late-${read.length}`);
  }
  expect(read).toEqual(partners.map(({ id }) => id));
});
