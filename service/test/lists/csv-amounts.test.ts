import { currencyExponent, type Commission } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { csvRows } from "../../src/commands/read-csv.ts";
import { columnsOf } from "../../src/domain/workspaces/csv-columns.ts";
import { csvLists, type CsvList } from "../../src/domain/workspaces/csv-lists.ts";
import { decimalAmount } from "../../src/domain/workspaces/decimal-amount.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

async function file(path: string, key = service.apiKey): Promise<Record<string, string>[]> {
  const headers = { accept: "text/csv", authorization: `Bearer ${key}` };
  const answer = await service.fetch(`http://service.test/api${path}`, { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  const rows: Record<string, string>[] = [];
  async function* chunks(): AsyncGenerator<string> {
    yield text;
  }
  for await (const row of csvRows(chunks())) rows.push(row.values);
  return rows;
}

describe.each([
  ["usd", "-1.05"],
  ["jpy", "-105"],
  ["kwd", "-0.105"],
])("a CSV file with amounts=decimal in %s", (currency, negative) => {
  let key: string;
  const call = async (method: string, path: string, body?: object): Promise<any> => {
    const { status, body: answer } = await service.request<any>(method, path, { key, body });
    if (status >= 300) throw new Error(`${method} ${path}: ${answer.error.message}`);
    return answer;
  };
  /** What a column of the file sums to, in minor units, as a spreadsheet adds it up. */
  const summed = (rows: Record<string, string>[], column: string): number =>
    Math.round(rows.reduce((sum, row) => sum + Number(row[column]), 0) * 10 ** currencyExponent(currency));

  beforeAll(async () => {
    const program = { name: "Acme partners", url: "https://acme.test", currency };
    key = (await service.createWorkspace({ program })).apiKey;
    await call("PATCH", "/program", { holdingPeriodDays: 0, payoutMethods: ["manual"] });
    const { id: partnerId } = await call("POST", "/partners", { email: `${currency}@mail.test`, name: "=Ada" });
    for (const amount of [250_000, 12_345, 7, -105]) await call("POST", "/commissions", { partnerId, amount });
    const sale = { amount: 9001, invoiceId: "in-1" };
    await call("POST", "/commissions", { type: "sale", partnerId, customer: { externalId: "u_1" }, sale });
    await call("POST", "/payouts", { partnerId });
  });

  it("sums to what the API counts", async () => {
    const rows = await file("/commissions?amounts=decimal", key);
    const counts = await call("GET", "/commissions/count");
    const earned = counts.reduce((sum: number, row: { earnings: number }) => sum + row.earnings, 0);
    expect(summed(rows, "earnings")).toBe(earned);
    const commissions: Commission[] = await call("GET", "/commissions");
    expect(summed(rows, "amount")).toBe(commissions.reduce((sum, { amount }) => sum + amount, 0));
    const [payout] = await call("GET", "/payouts");
    expect(summed(await file("/payouts?amounts=decimal", key), "amount")).toBe(payout.amount);
    const [customer] = await call("GET", "/customers?includeExpandedFields=true");
    expect(summed(await file("/customers?amounts=decimal", key), "saleAmount")).toBe(customer.saleAmount);
    const [partner] = await call("GET", "/partners");
    expect(summed(await file("/partners?amounts=decimal", key), "totalSaleAmount")).toBe(partner.totalSaleAmount);
  });

  it("has the decimals of the currency, and no cell that runs as a formula", async () => {
    const rows = await file("/commissions?amounts=decimal", key);
    expect(rows.map(({ earnings }) => earnings)).toContain(negative);
    expect(rows.map((row) => row["partner.name"])).toContain("'=Ada");
    expect((await file("/commissions", key)).map(({ earnings }) => earnings)).toContain("-105");
  });
});

describe("an amount with decimals", () => {
  it("is exact, however large", () => {
    expect(decimalAmount(9_007_199_254_740_991, "usd")).toBe("90071992547409.91");
    expect(decimalAmount(-5, "kwd")).toBe("-0.005");
    expect(decimalAmount(12.5, "usd")).toBe("0.125");
  });
});

it("refuses amounts for JSON, which has minor units always", async () => {
  for (const list of ["partners", "customers", "commissions", "payouts"]) {
    const { status, body } = await service.request("GET", `/${list}?amounts=decimal`);
    expect([status, body.error.message]).toEqual([422, expect.stringContaining("send Accept: text/csv")]);
  }
});

it.each(Object.entries(csvLists))("every column of %s that holds minor units has decimals", (_, list: CsvList) => {
  const described = columnsOf(list.item).filter((column) => /minor units/.test(descriptionOf(list.item, column)));
  expect([...list.money]).toEqual(expect.arrayContaining(described));
  expect(columnsOf(list.item)).toEqual(expect.arrayContaining([...list.money]));
});

/** What the schema says of a column. */
function descriptionOf(item: z.ZodType, column: string): string {
  let schema: any = item;
  for (const name of column.split(".")) {
    while (schema.def.innerType) schema = schema.def.innerType;
    schema = schema.def.shape[name];
  }
  const description = schema.meta()?.description;
  return description ?? (schema.def.innerType?.meta()?.description as string | undefined) ?? "";
}

it("a period has the payouts that were paid in it, and those unpaid that were made in it", async () => {
  const { apiKey: key } = await service.createWorkspace();
  const call = async (method: string, path: string, body?: object): Promise<any> =>
    (await service.request<any>(method, path, { key, body })).body;
  await call("PATCH", "/program", { holdingPeriodDays: 0, payoutMethods: ["manual"] });
  const payout = async (email: string): Promise<string> => {
    const { id: partnerId } = await call("POST", "/partners", { email });
    await call("PUT", `/partners/${partnerId}/payout-method`, { method: "manual" });
    await call("POST", "/commissions", { partnerId, amount: 2500 });
    return (await call("POST", "/payouts", { partnerId })).id as string;
  };
  service.clock.set("2027-03-10T12:00:00.000Z");
  const [early, late] = [await payout("early@mail.test"), await payout("late@mail.test")];
  service.clock.advance(30 * dayMs);
  await call("PATCH", `/payouts/${early}`, { status: "completed" });
  service.clock.advance(30 * dayMs);
  const idsOf = async (query: string): Promise<string[]> =>
    (await call("GET", `/payouts?${query}`)).map(({ id }: { id: string }) => id);
  expect(await idsOf("start=2027-03-01&end=2027-03-31")).toEqual([late]);
  expect(await idsOf("start=2027-04-01&end=2027-04-30")).toEqual([early]);
  // A day begins where the caller is.
  expect(await idsOf("start=2027-04-10&end=2027-04-10&timezone=Pacific/Kiritimati")).toEqual([early]);
  expect(await idsOf("start=2027-04-09&end=2027-04-09&timezone=Pacific/Kiritimati")).toEqual([]);
  expect(await idsOf("start=2027-04-09&end=2027-04-09")).toEqual([early]);
  expect(await idsOf("")).toHaveLength(2);
  expect((await file("/payouts?start=2027-04-01&end=2027-04-30", key)).map(({ id }) => id)).toEqual([early]);
  expect((await service.request("GET", "/payouts?start=soon", { key })).status).toBe(422);
});
