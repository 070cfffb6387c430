import fc from "fast-check";
import type { Customer } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";
import { brokenInvariants } from "../properties/expect-sound.ts";
import { casesWithin } from "../property-runs.ts";

let service: TestService;

beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const list = async (query: string): Promise<Customer[]> =>
  (await service.request<Customer[]>("GET", `/customers?${query}`)).body;

/** Few values, so that many are equal. */
const moment = fc.option(fc.constantFrom("2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"), { nil: null });
const figures = fc.record({ sale_amount: fc.nat(2), first_sale_at: moment, subscription_canceled_at: moment });
const columns = {
  saleAmount: "saleAmount",
  firstSaleAt: "firstSaleAt",
  subscriptionCanceledAt: "subscriptionCanceledAt",
} as const;

describe("GET /customers", () => {
  it("is in the order asked for in every direction, without a value last and ties by id, page after page", async () => {
    const { db } = service.store;
    for (let i = 0; i < 6; i++) {
      await service.request("POST", "/customers", { body: { externalId: `order_${i}`, name: `Order ${i}` } });
    }
    await fc.assert(
      fc.asyncProperty(fc.array(figures, { minLength: 6, maxLength: 6 }), async (given) => {
        for (const [i, row] of given.entries()) {
          await db.updateTable("customers").set(row).where("external_id", "=", `order_${i}`).execute();
        }
        for (const field of Object.values(columns)) {
          for (const order of ["asc", "desc"] as const) {
            const rows = await list(`sortBy=${field}&sortOrder=${order}`);
            expect(rows.map(({ id }) => id)).toEqual(inOrder(rows, field, order));
            const pages = [];
            for (const page of [1, 2, 3]) {
              pages.push(...(await list(`sortBy=${field}&sortOrder=${order}&pageSize=2&page=${page}`)));
            }
            expect(pages.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
          }
        }
      }),
      casesWithin(8, 60_000),
    );
  });

  it("finds by any part of id, external id, name and email as they are now, and nobody who is erased (I33)", async () => {
    const { id } = (
      await service.request<Customer>("POST", "/customers", {
        body: { externalId: "Find_100%", name: "Ünal Find", email: "first@Found.test" },
      })
    ).body;
    for (const text of ["find_100%", "ÜNAL", "st@fou", id.slice(4)]) {
      expect((await list(`search=${encodeURIComponent(text)}`)).map((row) => row.id)).toEqual([id]);
    }
    expect(await list("search=findx100")).toEqual([]);
    await service.request("PATCH", `/customers/${id}`, { body: { name: "Renamed", email: "second@found.test" } });
    expect(await list(`search=${encodeURIComponent("ünal")}`)).toEqual([]);
    expect((await list("search=renamed")).map((row) => row.id)).toEqual([id]);
    expect((await brokenInvariants(service)).filter((one) => one.id === "I33")).toEqual([]);
    await service.request("DELETE", `/customers/${id}`);
    expect(await list("search=renamed")).toEqual([]);
    expect((await brokenInvariants(service)).filter((one) => one.id === "I33")).toEqual([]);
  });
});

function inOrder(rows: readonly Customer[], field: keyof typeof columns, order: "asc" | "desc"): string[] {
  return rows
    .toSorted((a, b) => {
      const [x, y] = [a[field], b[field]];
      if (x !== y && (x === null || y === null)) return x === null ? 1 : -1;
      if (x !== y) return (x! < y! ? -1 : 1) * (order === "asc" ? 1 : -1);
      return a.id < b.id ? -1 : 1;
    })
    .map(({ id }) => id);
}
