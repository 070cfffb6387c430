import fc from "fast-check";
import { partnerSortFields, type Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyStaleFigures } from "../../src/store/queries/sums/enrollment-figures.ts";
import { createTestService, type TestService } from "../harness.ts";
import { casesWithin } from "../property-runs.ts";
import { addPartners } from "./many-partners.ts";

/** More than the list tests for a page of a text that many have. */
const PARTNERS = 1500;
let service: TestService;
let tagId: string;
let groupId: string;
let rows: Row[];

/** What the list filters and sorts by. */
interface Row extends Record<(typeof partnerSortFields)[number], number | string | null> {
  id: string;
  tags: boolean;
  groupId: string;
  status: string;
  country: string;
  /** All that a search finds the partner by but the id. */
  texts: string[];
}

beforeAll(async () => {
  service = await createTestService();
  await addPartners(service, 0, PARTNERS);
  const { pool } = service.store;
  tagId = (await service.request<{ id: string }>("POST", "/tags", { body: { name: "Half" } })).body.id;
  groupId = (await service.request<{ id: string }>("POST", "/groups", { body: { name: "Few", slug: "few" } })).body.id;
  await pool.query(`INSERT INTO enrollment_tags SELECT id, $1 FROM enrollments WHERE right(id, 8)::int % 2 = 0`, [
    tagId,
  ]);
  await pool.query(`UPDATE enrollments SET group_id = $1 WHERE right(id, 8)::int % 9 = 0`, [groupId]);
  await pool.query(`UPDATE links SET deleted_at = now() WHERE right(id, 8)::int % 15 = 0`);
  await pool.query(`UPDATE enrollments SET removed_at = now() WHERE right(id, 8)::int % 17 = 0`);
  // Some rows of the order are copies, some are not copied yet and some have changed since.
  await copyStaleFigures(service.store, 400);
  await pool.query(`UPDATE enrollment_stats SET total_clicks = 20 WHERE right(enrollment_id, 8)::int % 19 = 0`);
  rows = await everything();
});
afterAll(() => service.close());

/** Everything, read by one plain statement. */
async function everything(): Promise<Row[]> {
  const { rows } = await service.store.pool.query<Row>(
    `SELECT e.partner_id AS id, e.status, e.group_id AS "groupId", f.country,
      EXISTS (SELECT FROM enrollment_tags t WHERE t.enrollment_id = e.id) AS tags,
      ARRAY[f.name, p.email] || ARRAY(SELECT unnest(ARRAY[l.key, l.short_link, l.url]) FROM links l
        WHERE l.enrollment_id = e.id AND l.deleted_at IS NULL) AS texts,
      s.created_at::text AS "createdAt", s.total_clicks AS "totalClicks", s.total_leads AS "totalLeads",
      s.total_conversions AS "totalConversions", s.total_sale_amount AS "totalSaleAmount",
      s.total_commissions AS "totalCommissions", s.net_revenue AS "netRevenue", s.earnings_per_click AS "earningsPerClick",
      s.average_lifetime_value AS "averageLifetimeValue", s.click_to_lead_rate AS "clickToLeadRate",
      s.click_to_conversion_rate AS "clickToConversionRate", s.lead_to_conversion_rate AS "leadToConversionRate",
      s.return_on_ad_spend AS "returnOnAdSpend"
    FROM enrollments e JOIN enrollment_stats s ON s.enrollment_id = e.id JOIN partners p ON p.id = e.partner_id
    JOIN partner_profiles f ON f.workspace_id = e.workspace_id AND f.partner_id = e.partner_id
    WHERE e.removed_at IS NULL`,
  );
  return rows;
}

const search = fc.constantFrom(
  "common",
  "COMMON 1",
  "third",
  "tenth",
  "ends",
  "fifth",
  "ref.test",
  "acme",
  "1",
  "p",
  "zq",
  "59",
  "%",
  "pn_00000042",
  "p42@",
  "nobody",
);
const asked = fc.record(
  {
    search,
    status: fc.constantFrom("approved", "pending", "rejected"),
    country: fc.constantFrom("de", "US", "FR"),
    partnerTagId: fc.boolean(),
    groupId: fc.boolean(),
    sortBy: fc.constantFrom(...partnerSortFields),
    sortOrder: fc.constantFrom("asc", "desc"),
    page: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 80 })),
    pageSize: fc.constantFrom(1, 8, 30, 100),
    total: fc.boolean(),
  },
  { requiredKeys: [] },
);
type Asked = typeof asked extends fc.Arbitrary<infer Value> ? Value : never;

/** What the whole says. */
function expectedOf({
  search,
  sortBy = "totalSaleAmount",
  sortOrder = "desc",
  page = 1,
  pageSize = 100,
  ...asked
}: Asked) {
  const text = search?.toLowerCase();
  const matching = rows.filter(
    (row) =>
      (text === undefined || row.id === search || row.texts.some((own) => own.toLowerCase().includes(text))) &&
      (asked.status === undefined || row.status === asked.status) &&
      (asked.country === undefined || row.country.toLowerCase() === asked.country.toLowerCase()) &&
      (!asked.partnerTagId || row.tags) &&
      (!asked.groupId || row.groupId === groupId),
  );
  const sorted = matching.toSorted((a, b) => {
    const [x, y] = [a[sortBy], b[sortBy]];
    if (x === null || y === null || x === y) return Number(x === null) - Number(y === null) || (a.id < b.id ? -1 : 1);
    return x < y === (sortOrder === "asc") ? -1 : 1;
  });
  return { ids: sorted.slice((page - 1) * pageSize, page * pageSize).map(({ id }) => id), total: sorted.length };
}

it("every page, order and filter has the rows and the total of a plain look at all rows (I27, M9)", async () => {
  await fc.assert(
    fc.asyncProperty(asked, async (asked) => {
      const ids = {
        partnerTagId: asked.partnerTagId ? tagId : undefined,
        groupId: asked.groupId ? groupId : undefined,
      };
      const given = Object.entries({ ...asked, ...ids }).filter(([, value]) => value !== undefined);
      const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
      const { body, headers } = await service.request<Partner[]>("GET", `/partners?${parameters}`);
      const expected = expectedOf(asked);
      expect(body.map(({ id }) => id)).toEqual(expected.ids);
      const told = headers.get("x-total-count");
      if (asked.total !== false || told !== null) expect(told).toBe(String(expected.total));
      expect((await service.request("GET", `/partners/count?${parameters}`)).body).toBe(expected.total);
    }),
    {
      ...casesWithin(300, 30_000),
      // Common at the beginning of the list, and then only at its end.
      examples: [[{ search: "ends", sortBy: "totalClicks", page: 2, pageSize: 100 }]],
    },
  );
});
