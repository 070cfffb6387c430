import fc from "fast-check";
import { partnerSortFields, type Partner, type PartnerSortField, type SortOrder } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyFigures } from "../../src/jobs/keep-sums.ts";
import type { Verification } from "../../src/domain/verify/verify-data.ts";
import { copyStaleFigures, countStaleFigures } from "../../src/store/queries/sums/enrollment-figures.ts";
import { createTestService, type TestService } from "../harness.ts";
import { brokenInvariants } from "../properties/expect-sound.ts";
import { casesWithin } from "../property-runs.ts";

const PARTNERS = 7;
let service: TestService;
let partners: Partner[];

beforeAll(async () => {
  service = await createTestService();
  partners = [];
  for (let i = 0; i < PARTNERS; i++) partners.push(await service.createPartner());
});
afterAll(() => service.close());

const list = async (query: string): Promise<Partner[]> =>
  (await service.request<Partner[]>("GET", `/partners?${query}`)).body;

async function change(partner: Partner, figures: Record<string, number>): Promise<void> {
  await service.store.db.updateTable("enrollment_stats").set(figures).where("partner_id", "=", partner.id).execute();
}

/** M9, by the values shown. */
function inOrder(rows: readonly Partner[], field: PartnerSortField, order: SortOrder): string[] {
  const key = (row: Partner): number | null => (field === "createdAt" ? Date.parse(row.createdAt) : row[field]);
  return rows
    .toSorted((a, b) => {
      const [x, y] = [key(a), key(b)];
      if (x !== y && (x === null || y === null)) return x === null ? 1 : -1;
      if (x !== y) return order === "asc" ? x! - y! : y! - x!;
      return a.id < b.id ? -1 : 1;
    })
    .map(({ id }) => id);
}

/** Few values, so that many are equal. */
const small = fc.integer({ min: 0, max: 2 });
const step = fc.oneof(
  fc.record({
    partner: fc.nat(PARTNERS - 1),
    figures: fc.record({
      total_clicks: small,
      total_leads: small,
      total_conversions: small,
      total_sale_amount: small,
      paid_commissions: fc.integer({ min: -1, max: 1 }),
    }),
  }),
  fc.record({ copy: fc.integer({ min: 1, max: 4 }) }),
);

describe("GET /partners while figures are copied", () => {
  it("every page of every order is that of the figures shown, whatever is copied and whatever is not (I27, M9)", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        for (const taken of steps) {
          if ("copy" in taken) await copyStaleFigures(service.store, taken.copy);
          else await change(partners[taken.partner]!, taken.figures);
        }
        for (const field of partnerSortFields) {
          for (const order of ["asc", "desc"] as const) {
            const query = `sortBy=${field}&sortOrder=${order}`;
            const rows = await list(query);
            const expected = inOrder(rows, field, order);
            expect(rows.map(({ id }) => id)).toEqual(expected);
            const pages = [];
            for (const page of [1, 2, 3])
              pages.push(...(await list(`${query}&status=approved&pageSize=3&page=${page}`)));
            expect(pages.map(({ id }) => id)).toEqual(expected);
          }
        }
        expect(await brokenCopies()).toEqual([]);
      }),
      casesWithin(12, 60_000),
    );
  });

  it("a removed enrollment is in no list, before its copy is gone and after", async () => {
    const { id } = await service.createPartner();
    await copyAll();
    const removed = { removed_at: new Date(service.clock.now()) };
    await service.store.db.updateTable("enrollments").set(removed).where("partner_id", "=", id).execute();
    expect((await list("sortBy=totalClicks")).map((row) => row.id)).not.toContain(id);
    await copyAll();
    expect((await list("sortBy=totalClicks")).map((row) => row.id)).not.toContain(id);
  });

  it("verify reports a copy that differs without being marked stale", async () => {
    await copyAll();
    const { db } = service.store;
    await db
      .updateTable("enrollment_figures")
      .set({ total_clicks: 99 })
      .where("partner_id", "=", partners[0]!.id)
      .execute();
    expect(await brokenCopies()).toMatchObject([{ violations: 1 }]);
    await change(partners[0]!, { total_clicks: 1 });
    await copyAll();
    expect(await brokenCopies()).toEqual([]);
  });

  it("the job leaves few changed rows to the list, and copies many, a batch a round", async () => {
    await change(partners[0]!, { total_clicks: 2 });
    expect(await copyFigures(service.ctx(), { few: 2, batch: 2 })).toBe(0);
    for (const partner of partners.slice(1, 4)) await change(partner, { total_clicks: 2 });
    expect(await copyFigures(service.ctx(), { few: 2, batch: 2 })).toBe(2);
    expect(await copyFigures(service.ctx(), { few: 2, batch: 2 })).toBe(2);
    expect(await copyFigures(service.ctx(), { few: 2, batch: 2 })).toBe(0);
  });
});

/** The figures of these tests come from no event, so that other invariants say nothing. */
async function brokenCopies(): Promise<Verification[]> {
  return (await brokenInvariants(service)).filter(({ id }) => id === "I27");
}

async function copyAll(): Promise<void> {
  while ((await copyStaleFigures(service.store, 100)) > 0);
  expect(await countStaleFigures(service.store.db, 1)).toBe(0);
}
