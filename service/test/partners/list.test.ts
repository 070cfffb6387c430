import fc from "fast-check";
import { partnerSortFields, type Partner, type PartnerSortField } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";
import { casesHere } from "../property-runs.ts";

let service: TestService;
let partners: Record<"ada" | "bob" | "cy" | "dee", Partner>;

beforeAll(async () => {
  service = await createTestService();
  partners = {
    ada: await service.createPartner({ email: "Ada@Mail.test", name: "Ada Éclair", tenantId: "t-ada", country: "de" }),
    bob: await service.createPartner({ email: "bob@mail.test", name: "Bob 100%", tenantId: "T-ADA", country: "US" }),
    cy: await service.createPartner({ email: "cy@mail.test", name: "Cy_Low" }),
    dee: await service.createPartner({ email: "dee@mail.test", name: "Dee" }),
  };
  await figures(partners.ada, { clicks: 10, leads: 5, conversions: 2, sales: 3, saleAmount: 5000, paid: 1000 });
  await figures(partners.bob, { clicks: 10, leads: 0, conversions: 0, sales: 0, saleAmount: 0, paid: 0 });
  await figures(partners.cy, { clicks: 4, leads: 4, conversions: 4, sales: 4, saleAmount: 100, paid: 400 });
  await service.request("POST", "/partners/ban", { body: { partnerId: partners.dee.id, reason: "fraud" } });
});
afterAll(() => service.close());

async function figures(partner: Partner, f: Record<string, number>): Promise<void> {
  await service.store.db
    .updateTable("enrollment_stats")
    .set({
      total_clicks: f.clicks,
      total_leads: f.leads,
      total_conversions: f.conversions,
      total_sales: f.sales,
      total_sale_amount: f.saleAmount,
      paid_commissions: f.paid,
    })
    .where("partner_id", "=", partner.id)
    .execute();
}

const list = async (query = "") => service.request<Partner[]>("GET", `/partners${query && `?${query}`}`);
const names = async (query: string): Promise<string[]> =>
  (await list(query)).body.map(({ name }) => name.split(" ")[0]!);

describe("filters", () => {
  it("leaves out no status, and only removed rows (E30)", async () => {
    const { body, headers } = await list();
    expect(body.map(({ status }) => status).sort()).toEqual(["approved", "approved", "approved", "banned"]);
    expect(headers.get("x-total-count")).toBe("4");
  });

  it.each([
    ["tenantId byte for byte", "tenantId=t-ada", ["Ada"]],
    ["email, ignoring case", "email=ADA@mail.TEST", ["Ada"]],
    ["country, ignoring case", "country=De", ["Ada"]],
    ["status", "status=banned", ["Dee"]],
    ["search in the name, ignoring case of any letter", "search=éCLAIR", ["Ada"]],
    ["search in the email", "search=bob@", ["Bob"]],
    ["search in link keys", "search=ada-ecl", ["Ada"]],
    ["search with a literal %", "search=100%25", ["Bob"]],
    ["search with a literal _", "search=y_l", ["Cy_Low"]],
    ["search, trimmed", "search=%20dee%20", ["Dee"]],
    ["nothing for a search without a match", "search=nobody", []],
    ["an empty search as none given", "search=&status=banned", ["Dee"]],
    ["an empty exact filter as one nothing matches", "tenantId=", []],
    ["tenantId before email and search", "tenantId=t-ada&email=bob@mail.test&search=cy", ["Ada"]],
    ["email before search", "email=bob@mail.test&search=cy", ["Bob"]],
    ["status with tenantId, both", "tenantId=t-ada&status=banned", []],
    ["unknown parameters as none", "nonsense=1&status=banned", ["Dee"]],
  ])("finds by %s", async (_, query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it("finds a partner id exactly, and destinations and short links by substring", async () => {
    expect(await names(`search=${partners.cy.id}`)).toEqual(["Cy_Low"]);
    expect(await names(`search=${partners.cy.id.slice(0, -1)}`)).toEqual([]);
    expect(await names("search=acme.test")).toHaveLength(4);
    expect(await names(`search=${encodeURIComponent("https://ref.test/dee")}`)).toEqual(["Dee"]);
  });

  it("groupId combines with everything else", async () => {
    expect(await names(`groupId=${service.groupId}&email=bob@mail.test`)).toEqual(["Bob"]);
    expect(await names("groupId=grp_x&email=bob@mail.test")).toEqual([]);
  });

  it("partnerTagId finds who has the tag, in order, counted, and together with other filters", async () => {
    const { body: tag } = await service.request<{ id: string }>("POST", "/tags", { body: { name: "Press" } });
    for (const { id } of [partners.bob, partners.ada, partners.dee])
      await service.request("PATCH", `/partners/${id}`, { body: { tagIds: [tag.id] } });
    const query = `partnerTagId=${tag.id}`;
    expect(await names(query)).toEqual(["Ada", "Bob", "Dee"]);
    expect(await names(`${query}&status=approved&search=bob`)).toEqual(["Bob"]);
    expect((await list(query)).headers.get("x-total-count")).toBe("3");
    expect((await service.request("GET", `/partners/count?${query}&status=approved`)).body).toBe(2);
    expect(await names("partnerTagId=tag_none")).toEqual([]);
    const other = await service.createWorkspace();
    expect((await service.request("GET", `/partners?${query}`, { key: other.apiKey })).body).toEqual([]);
  });

  it("shows another workspace none of it", async () => {
    const other = await service.createWorkspace();
    expect((await service.request("GET", "/partners", { key: other.apiKey })).body).toEqual([]);
  });
});

describe("order", () => {
  it("sorts by totalSaleAmount descending by default", async () => {
    expect(await names("")).toEqual(["Ada", "Cy_Low", "Bob", "Dee"]);
  });

  it("puts nulls last in both directions and breaks ties by id (M9)", async () => {
    expect(await names("sortBy=clickToLeadRate&sortOrder=asc")).toEqual(["Bob", "Ada", "Cy_Low", "Dee"]);
    expect(await names("sortBy=clickToLeadRate")).toEqual(["Cy_Low", "Ada", "Bob", "Dee"]);
    expect(await names("sortBy=totalClicks")).toEqual(["Ada", "Bob", "Cy_Low", "Dee"]);
  });

  it.each(partnerSortFields)(
    "every page size of %s yields the same permutation (I27)",
    async (sortBy: PartnerSortField) => {
      for (const [order, pageSize] of ["asc", "desc"].flatMap((order) => [1, 2, 3].map((size) => [order, size]))) {
        const query = `sortBy=${sortBy}&sortOrder=${order}`;
        const whole = (await list(query)).body.map(({ id }) => id);
        expect(new Set(whole).size).toBe(4);
        const pages = [];
        for (const page of [1, 2, 3, 4]) pages.push(...(await list(`${query}&pageSize=${pageSize}&page=${page}`)).body);
        expect(pages.map(({ id }) => id)).toEqual(whole);
      }
    },
  );

  it("what is shown is what the totals say, and what is sorted by (M1–M8)", async () => {
    const figure = fc.integer({ min: 0, max: 2 ** 40 });
    const row = fc.record({
      clicks: figure,
      leads: figure,
      conversions: figure,
      sales: figure,
      saleAmount: figure,
      paid: fc.integer({ min: -(2 ** 40), max: 2 ** 40 }),
    });
    const quotient = (a: number, b: number): number | null => (b === 0 ? null : a / b);
    await fc.assert(
      fc.asyncProperty(row, async (f) => {
        await figures(partners.dee, f);
        const [p] = (await list("email=dee@mail.test")).body;
        expect(p).toMatchObject({
          totalClicks: f.clicks,
          totalCommissions: f.paid,
          netRevenue: f.saleAmount - f.paid,
          earningsPerClick: quotient(f.saleAmount, f.clicks),
          averageLifetimeValue: quotient(f.saleAmount, f.conversions),
          clickToLeadRate: quotient(f.leads, f.clicks),
          clickToConversionRate: quotient(f.conversions, f.clicks),
          leadToConversionRate: quotient(f.conversions, f.leads),
          returnOnAdSpend: quotient(f.saleAmount, f.paid),
        });
      }),
      { numRuns: casesHere(50) },
    );
    await figures(partners.dee, { clicks: 0, leads: 0, conversions: 0, sales: 0, saleAmount: 0, paid: 0 });
  });

  it("the worked example (X11)", async () => {
    await figures(partners.dee, {
      clicks: 400,
      leads: 50,
      conversions: 20,
      sales: 20,
      saleAmount: 250_000,
      paid: 50_000,
    });
    const [p] = (await list("email=dee@mail.test")).body;
    expect(p).toMatchObject({
      netRevenue: 200_000,
      earningsPerClick: 625,
      averageLifetimeValue: 12_500,
      clickToLeadRate: 0.125,
      clickToConversionRate: 0.05,
      leadToConversionRate: 0.4,
      returnOnAdSpend: 5,
    });
    await figures(partners.dee, { clicks: 0, leads: 0, conversions: 0, sales: 0, saleAmount: 0, paid: 0 });
  });
});

describe("paging and shape", () => {
  it("answers [] past the end, with the total", async () => {
    const { body, headers } = await list("page=9&pageSize=3");
    expect(body).toEqual([]);
    expect(headers.get("x-total-count")).toBe("4");
  });

  it("answers JSON with no-store, and HEAD without a body", async () => {
    const answer = await list();
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    const head = await service.request("HEAD", "/partners/");
    expect({ status: head.status, body: head.body }).toEqual({ status: 200, body: "" });
  });

  it("counts the same rows in /partners/count", async () => {
    expect((await service.request("GET", "/partners/count")).body).toBe(4);
    expect((await service.request("GET", "/partners/count?country=us")).body).toBe(1);
  });
});

describe("answers 400", () => {
  it("refuses a broken percent-encoding", async () => {
    const { status, body } = await service.request("GET", "/partners?search=%E0%A4%A");
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: "bad_request" });
  });
});

describe("answers 404", () => {
  it("a workspace without a program (G1)", async () => {
    const bare = await service.createWorkspace();
    await service.store.db
      .updateTable("workspaces")
      .set({ default_program_id: null })
      .where("id", "=", bare.workspaceId)
      .execute();
    expect((await service.request("GET", "/partners", { key: bare.apiKey })).status).toBe(404);
  });
});

describe("answers 422", () => {
  it.each([
    ["page=0", "too_small: page: must be at least 1"],
    ["page=1.5", "invalid_type: page: must be an integer"],
    ["page=", "invalid_type: page: must be an integer"],
    ["page=%2B1", "invalid_type: page: must be an integer"],
    ["pageSize=101", "too_big: pageSize: must be at most 100"],
    ["pageSize=0", "too_small: pageSize: must be at least 1"],
    ["status=gone", expect.stringMatching(/^invalid_value: status: must be one of pending, /)],
    ["status=", expect.stringMatching(/^invalid_value: status: /)],
    ["sortBy=name", expect.stringMatching(/^invalid_value: sortBy: /)],
    ["sortOrder=up", "invalid_value: sortOrder: must be one of asc, desc"],
    ["page=1&page=2", "invalid_type: page: must be a string"],
    ["search=%00", "invalid_format: search: must not contain U+0000"],
    ["pageSize=0&page=0", "too_small: pageSize: must be at least 1"],
  ])("refuses %s", async (query, message) => {
    const { status, body } = await service.request("GET", `/partners?${query}`);
    expect(status).toBe(422);
    expect(body.error).toEqual({
      code: "unprocessable_entity",
      message,
      doc_url: "https://app.test/docs/errors#unprocessable_entity",
    });
  });
});
