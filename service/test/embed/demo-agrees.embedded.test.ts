import fc from "fast-check";
import {
  enrollmentActions,
  enrollmentStatuses,
  parseValidationMessage,
  type EnrollmentStatus,
} from "referrals-embed/contract";
import { demoNow, type DemoScene } from "referrals-embed/demo";
import { createDemoFetch } from "../../../test/demo/fixed-day.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAsk, type Ask, type Read } from "../../../test/demo/embed-client.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";

const baseUrl = "https://app.test/api";
/** The demo's partner joined on that day; here the workspace began. */
const began = Date.UTC(2025, 10, 3, 9);

let service: TestService;
let apiKey: string;
beforeAll(async () => {
  service = await createTestService({ linkDomains: ["https://app.test"] });
  service.clock.set(began);
  const program = { name: "Northlight", url: "https://northlight.example/" };
  ({ apiKey } = await service.createWorkspace({ slug: "northlight", program }));
  service.clock.set(demoNow);
  await service.store.db
    .updateTable("groups")
    .set({ max_partner_links: null, referral_form: JSON.stringify(form) })
    .execute();
});
afterAll(() => service.close());

let partners = 0;

/** The demo and a new partner of the service, asked the same. */
async function both(override: Partial<DemoScene> = {}): Promise<{ demo: Ask; real: Ask; partnerId: string }> {
  const email = `agrees-${(partners += 1)}@mail.test`;
  const { body: partner } = await service.request("POST", "/partners", { key: apiKey, body: { email } });
  const minted = await service.request("POST", "/tokens/embed/referrals", {
    key: apiKey,
    body: { partnerId: partner.id },
  });
  const scene = { clickCount: 0, linkCount: 1, maxLinks: null, referralForm: form, hidden: [], ...override };
  return {
    demo: createAsk({ fetch: createDemoFetch({ override: scene }), baseUrl, token: "demo" }),
    real: createAsk({ fetch: service.fetch, baseUrl, token: minted.body.publicToken }),
    partnerId: partner.id,
  };
}

/** What an answer decides: the code of a refusal and, for a 422, what is wrong with what; of a success what `read` picks. */
function verdict({ status, body }: Read, read: (body: any) => unknown): unknown {
  if (status < 300) return read(body);
  const { code, message } = body.error;
  const { issue, path } = parseValidationMessage(message) ?? {};
  return code === "unprocessable_entity" ? `${code} ${issue}: ${path}` : code;
}

const common = { label: "Field", required: false, locked: false };
const options = ["a", "b", "c"].map((value) => ({ label: value, value }));
const form = {
  fields: [
    { type: "text" },
    { type: "text", constraints: { maxLength: 5 } },
    { type: "text", constraints: { pattern: "[a-z]+|\\d{2}" } },
    { type: "text", constraints: { maxLength: 190, pattern: "[^@\\s]+@[^@\\s]+\\.[^@\\s]+" } },
    { type: "text", constraints: { maxLength: 4, pattern: ".{2,}" } },
    { type: "text", constraints: { pattern: "\\p{L}*" } },
    { type: "text", locked: true },
    { type: "textarea" },
    { type: "textarea", constraints: { maxLength: 5 } },
    { type: "select", options },
    { type: "multiSelect", options },
    { type: "country" },
    { type: "date" },
    { type: "number" },
    { type: "phone" },
  ].map((field, position) => ({ ...common, key: `f${position}`, position, ...field })),
} as NonNullable<DemoScene["referralForm"]>;

/** What people and programs send, right and wrong for each type. */
const texts = [
  [
    "",
    " ",
    "abc",
    "ab1",
    "12",
    "12345",
    "123456",
    "a\nb",
    "a\r\nb\rc",
    "a\u2028b",
    "x@y.z",
    "x y@z.a",
    "𝒳𝒳𝒳𝒳",
    "n\u0303",
  ],
  ["a", "b", "d", "DE", "de", " nl ", "XX", "UK", "Germany", "ß", "x".repeat(1001), "x".repeat(5001)],
  ["soon", "2024-02-29", "2023-02-29", "2026-02-30", "2026-2-3", "0000-01-01", "2026-01-01T00:00:00Z", "+002026-01"],
  ["10/30/2026", "+49 (30) 123-456.7", "030 123", "+1", "+12345678901234567", "+٤٩١٢٣٤٥٦٧"],
].flat();
const others = [0, -1.5, 1e21, true, null, {}, { length: 0 }, [], ["a"], ["b", "a"], ["a", "a"], ["d"], [1], [[]]];
const near = fc.constantFrom<unknown[]>(...texts, ...others);
const value = fc.oneof(
  { weight: 4, arbitrary: near },
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.integer(),
  fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 4 }),
);

describe("the demo and the service judge alike", () => {
  it("every value of a form (F2, EMB-D1)", async () => {
    const { demo, real } = await both();
    const keys = [...form.fields.map(({ key }) => key), "other"];
    const values = fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 2 });
    const judged = (answer: Read): unknown => verdict(answer, (body) => body.values);
    await fc.assert(
      fc.asyncProperty(values, async (values) => {
        expect(judged(await demo("POST /referrals", { values }))).toEqual(
          judged(await real("POST /referrals", { values })),
        );
      }),
      { numRuns: 250 },
    );
  });

  it("every key of a link, by what it holds, what is reserved and what is taken (L5, EMB-D1)", async () => {
    const { demo, real } = await both();
    const words = [
      [
        "api",
        "API",
        "r",
        "favicon.ico",
        "robots.txt",
        ".well-known",
        "docs",
        "llms.txt",
        "apiary",
        "_root",
        "_x",
        "..",
        ".",
        "",
      ],
      ["sale", "SALE", "ſale", "ΣΑΣ", "σας", "İx", "straße", "STRASSE", "gro\u0308ße", "größe", "☕", "हिन्दी"],
      ["a b", "a?b", "a%20b", "\ud800", "a\u202eb", "\u2800", "x".repeat(190), "x".repeat(191)],
    ];
    const word = fc.constantFrom(...words.flat());
    const key = fc.oneof(
      word,
      fc.array(word, { maxLength: 3 }).map((words) => words.join("/")),
      fc.string({ unit: "grapheme", maxLength: 6 }),
    );
    const made = (answer: Read): unknown =>
      verdict(answer, ({ key, shortLink, isDefault, archived }) => ({
        key,
        path: shortLink.replace(/^https:\/\/[^/]+/, ""),
        isDefault,
        archived,
      }));
    await fc.assert(
      fc.asyncProperty(key, async (key) => {
        expect(made(await demo("POST /links", { key }))).toEqual(made(await real("POST /links", { key })));
      }),
      { numRuns: 200 },
    );
  });

  it("the program's milestones, which were told, and what is refused of them (EMB-D1)", async () => {
    const milestone = fc.record({
      metric: fc.constantFrom("leads", "sales", "earnings"),
      value: fc.constantFrom(1, 10, 500),
    });
    const told = fc.oneof(
      { weight: 5, arbitrary: fc.array(milestone, { maxLength: 3 }) },
      fc.constantFrom<unknown>(null, "all", [{ metric: "clicks", value: 1 }], [{ metric: "sales", value: 0 }], [1]),
    );
    const program = fc.record({
      milestones: fc.uniqueArray(milestone, { maxLength: 5, selector: JSON.stringify }),
      hidden: fc.constantFrom([], ["earnings"] as const),
    });
    await fc.assert(
      fc.asyncProperty(program, fc.array(told, { maxLength: 4 }), async ({ milestones, hidden }, calls) => {
        const scene = { milestones, hidden: [...hidden] } as Partial<DemoScene>;
        const { demo, real, partnerId } = await both(scene);
        const sections = Object.fromEntries(hidden.map((section) => [section, false]));
        await setEmbed(partnerId, { milestones, sections });
        const shown = async (ask: Ask) => verdict(await ask("GET /"), (body) => body.milestones);
        expect(await shown(demo)).toEqual(await shown(real));
        for (const milestones of calls) {
          const tell = async (ask: Ask) => verdict(await ask("PUT /milestones", { milestones }), (body) => body);
          expect(await tell(demo), JSON.stringify(milestones)).toEqual(await tell(real));
          expect(await shown(demo)).toEqual(await shown(real));
        }
        await setEmbed(partnerId, {});
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });

  it("the leaderboard of the same amounts (Y1, Y2, EMB-D1)", async () => {
    const { real, partnerId } = await both();
    const others = await Promise.all(Array.from({ length: 41 }, () => both()));
    const ranked = (answer: Read): unknown =>
      verdict(answer, ({ available, reason, participants, data, me }) => {
        const rows = data.map((row: object) => ({ ...row, name: null }));
        return { available, reason, participants, rows, me };
      });
    for (const leaderboardPartners of [3, 4, 12, 41]) {
      const board = { leaderboardPartners, clickCount: 2000 };
      const exact = await (await both({ ...board, leaderboardAmounts: "exact" })).demo("GET /leaderboard");
      const rows: { earnings: number; isMe: boolean }[] = exact.body.data;
      if (rows.length === 0) continue;
      const theirs = rows.filter((row) => !row.isMe).map((row) => row.earnings);
      await earn(partnerId, rows.find((row) => row.isMe)?.earnings ?? 0);
      for (const [n, { partnerId }] of others.entries()) await earn(partnerId, theirs[n] ?? 0);
      const { demo } = await both({ ...board });
      await demo("PATCH /profile", { leaderboardOptIn: false });
      expect(ranked(await real("GET /leaderboard"))).toEqual(ranked(await demo("GET /leaderboard")));
    }
  });

  it("every destination of a link, and the address to share (L3, EMB-D1)", async () => {
    const { demo, real } = await both({ linkStyle: "query" });
    const style = JSON.stringify({ linkStyle: "query" });
    await service.store.db.updateTable("programs").set({ embed: style }).where("name", "=", "Northlight").execute();
    const hosts = ["northlight.example", "NORTHLIGHT.example", "northlight.example:443", "northlight.example:8443"];
    const others = ["elsewhere.example", "a@northlight.example", "northlight.example\\@elsewhere.example", "", "x y"];
    const url = fc
      .tuple(
        fc.constantFrom("https://", "http://", "HTTPS://", "https:/", "//", "", " ", "javascript:", "data:", "ftp://"),
        fc.constantFrom(...hosts, ...hosts, ...others),
        fc.constantFrom("", "/", "/a?b=1", "/a?via=x#top", "/#top", "/ä b", "/\n", `/${"x".repeat(8200)}`),
      )
      .map((parts) => parts.join(""));
    const made = (answer: Read): unknown => verdict(answer, ({ url, shareUrl }) => ({ url, shareUrl }));
    let n = 0;
    await fc.assert(
      fc.asyncProperty(fc.oneof(url, fc.constantFrom(null, 1, "", "northlight.example/a")), async (url) => {
        const link = { url, key: `destination-${(n += 1)}` };
        expect(made(await real("POST /links", link))).toEqual(made(await demo("POST /links", link)));
      }),
      { numRuns: 150 },
    );
  });

  it("every period, and where its buckets begin (EMB-D1)", async () => {
    const { demo, real } = await both();
    const days = ["2026-10-30", "2026-10-28", "2026-10-25", "2026-02-30", "2026-13-01", "2024-02-29", "1999-12-31"];
    const instants = ["2026-10-30T12:00:00Z", "2026-10-29T23:59:59.999+05:30", "2026-10-28T00:00Z", "2026-10-28T00:00"];
    const date = fc.constantFrom(...days, ...instants, "2026", "soon", "");
    const asked = fc.record(
      {
        interval: fc.constantFrom("24h", "7d", "30d", "90d", "1y", "mtd", "qtd", "ytd", "all", "1w", ""),
        start: date,
        end: date,
        timezone: fc.constantFrom(
          "UTC",
          "Asia/Kolkata",
          "America/New_York",
          "europe/berlin",
          "Mars/Base",
          "+05:30",
          "",
        ),
      },
      { requiredKeys: [] },
    );
    const series = ["analytics?groupBy=timeseries", "earnings/timeseries?groupBy=type"];
    const route = fc.constantFrom(...series, "analytics?groupBy=count", "earnings?limit=1", "events?limit=1");
    const starts = (answer: Read): unknown =>
      verdict(answer, (body) => (Array.isArray(body) ? body.map((point: { start: string }) => point.start) : null));
    await fc.assert(
      fc.asyncProperty(route, asked, async (route, asked) => {
        const path = `GET /${route}&${new URLSearchParams(asked as Record<string, string>)}`;
        expect(starts(await real(path)), path).toEqual(starts(await demo(path)));
      }),
      { numRuns: 200 },
    );
  });

  it("what was earned by the traffic behind it, under every grouping and filter (C27, EMB-D1)", async () => {
    const groupBys = ["countries", "devices", "browsers", "os", "referers", "trigger", "top_links", "count"];
    const asked = fc.record({
      groupBy: fc.constantFrom(...groupBys, "timeseries"),
      interval: fc.constantFrom("30d", "90d", "qtd", "1y", "all"),
      country: fc.constantFrom("", "US", "US,DE", "-US"),
      saleType: fc.constantFrom("", "new", "recurring"),
      link: fc.nat(3),
    });
    const scene = fc.record({
      clickCount: fc.integer({ min: 150, max: 400 }),
      linkCount: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(scene, fc.array(asked, { minLength: 12, maxLength: 12 }), async (scene, questions) => {
        const { demo, real, partnerId } = await both({ ...scene, leadRate: 0.5, maxLinks: 10 });
        const links = await replay(demo, partnerId);
        for (const { link, ...given } of questions) {
          const query = Object.fromEntries(Object.entries(given).filter(([, text]) => text !== ""));
          const pair = links[link];
          const ask = async (ask: Ask, linkId: string | undefined) => {
            const more = { event: "earnings", ...query, ...(linkId && { linkId }) };
            const { body } = await ask(`GET /analytics?${new URLSearchParams(more)}`);
            const name = (id: string) => links.findIndex((one) => one.demo === id || one.real === id);
            return query["groupBy"] === "top_links"
              ? body.map(({ id, earnings }: { id: string; earnings: number }) => [name(id), earnings]).sort()
              : body;
          };
          expect(await ask(demo, pair?.demo), JSON.stringify(given)).toEqual(await ask(real, pair?.real));
        }
      }),
      { numRuns: 3 },
    );
    const { demo, real, partnerId } = await both({ hidden: ["earnings"] });
    await hide(partnerId, "earnings");
    const code = async (ask: Ask) => verdict(await ask("GET /analytics?event=earnings"), () => "");
    expect(await code(real)).toEqual(await code(demo));
    expect((await real("GET /analytics")).body.earnings).toEqual((await demo("GET /analytics")).body.earnings);
    await hide(partnerId, null);
  });

  it("the columns of every file, and the cells of what was written alike (EMB-D1)", async () => {
    const { demo, real } = await both();
    const write = async (ask: Ask): Promise<void> => {
      const profile = { name: "Ada", companyName: "=1+1", description: 'a "b", c', website: "https://a.example" };
      expect((await ask("PATCH /profile", profile)).status).toBe(200);
      expect((await ask("POST /referrals", { values: { f0: "-2", f10: ["a"], f13: -2 } })).status).toBe(201);
    };
    await write(demo);
    await write(real);
    const alike = /^(name|companyName|description|website|status|values)$/;
    for (const section of ["profile", "links", "earnings", "payouts", "events", "referrals"]) {
      const route = `GET /export?format=csv&section=${section}`;
      const [ours, theirs] = [readCsv(await real(route)), readCsv(await demo(route))];
      expect(ours.head).toEqual(theirs.head);
      for (const [n, name] of ours.head.entries()) {
        if (alike.test(name)) expect(ours.rows[0]?.[n], `${section}.${name}`).toBe(theirs.rows[0]?.[n]);
      }
    }
  });

  it("the program's questions, and what is taken as answers to them (F10, F2, EMB-D1)", async () => {
    const required = form.fields.map((field) => ({ ...field, required: field.key === "f0" }));
    const applicationForm = { fields: required } as typeof form;
    const asks = (body: object) => service.request("PATCH", "/program", { key: apiKey, body });
    const shown = (answer: Read): unknown =>
      verdict(answer, ({ status, actions, application }) => ({
        status,
        actions,
        application: application && { ...application, partnerId: "" },
      }));
    await asks({ applicationForm, autoApprove: false });
    try {
      for (const values of [
        {},
        { f0: "" },
        { f0: 1 },
        { f0: "a", f6: "locked" },
        { f0: "a", other: 1 },
        { f0: "a", f10: ["b", "a"] },
      ]) {
        const { demo, real } = await both({ status: "pending", applicationForm, hasApplied: false });
        const apply = "POST /enrollment/apply";
        for (const route of ["GET /", apply, apply, "GET /"]) {
          const body = route === apply ? { values } : undefined;
          expect(shown(await real(route, body)), JSON.stringify(values)).toEqual(shown(await demo(route, body)));
        }
      }
    } finally {
      await asks({ applicationForm: null, autoApprove: true });
    }
  });

  const cases = enrollmentStatuses.flatMap((status) => [false, true].map((overdue) => ({ status, overdue })));
  it.each(cases)("what a partner may see and do: %j (K10, EMB-D1)", async ({ status, overdue }) => {
    const standing = (answer: Read): unknown =>
      verdict(answer, ({ status, access, actions, notice, stats, linkRules, sections }) => {
        const canCreate = linkRules?.canCreate;
        return { status, access, actions, until: notice?.until, stats: stats !== null, canCreate, sections };
      });
    for (const action of enrollmentActions) {
      const { demo, real, partnerId } = await both({ status, overdue });
      await put(partnerId, status, new Date(demoNow + (overdue ? -1 : 15) * dayMs));
      expect(standing(await real("GET /"))).toEqual(standing(await demo("GET /")));
      for (const route of [`POST /enrollment/${action}`, "GET /links", "GET /leaderboard", "GET /payout-method"]) {
        const body = route.startsWith("POST") ? {} : undefined;
        const acted = (answer: Read): unknown =>
          verdict(answer, ({ status, access, actions }) => ({ status, access, actions }));
        expect(acted(await real(route, body)), route).toEqual(acted(await demo(route, body)));
      }
    }
  });
});

const banned = { banned_at: new Date(began), banned_reason: "spam" } as const;

/** Puts a partner into a status, with everything that ends ending at one moment. */
async function put(partnerId: string, status: EnrollmentStatus, until: Date): Promise<void> {
  const { db } = service.store;
  const at = new Date(until.getTime() - 30 * dayMs);
  const { id } = await db
    .updateTable("enrollments")
    .set({ status, invite_expires_at: until, declined_at: at, ...(status === "banned" && banned) })
    .where("partner_id", "=", partnerId)
    .returning("id")
    .executeTakeFirstOrThrow();
  const review = { reviewed_at: at, reapply_timeframe: "standard", reapply_after: until } as const;
  const row = { id: `app_${id}`, enrollment_id: id, submitted_at: at, ...review };
  await db.insertInto("applications").values(row).execute();
  await db.updateTable("enrollments").set({ application_id: row.id }).where("id", "=", id).execute();
}

/** Sets what a partner has earned. */
async function earn(partnerId: string, amount: number): Promise<void> {
  const { db } = service.store;
  const enrollment = db.selectFrom("enrollments").select("id").where("partner_id", "=", partnerId);
  await db
    .updateTable("enrollment_stats")
    .set({ pending_commissions: amount })
    .where("enrollment_id", "in", enrollment)
    .execute();
}

/** Switches a section of the program off, or all of them on. */
function hide(partnerId: string, section: string | null): Promise<void> {
  return setEmbed(partnerId, section === null ? {} : { sections: { [section]: false } });
}

/** Sets how the embed of a partner's program looks. */
async function setEmbed(partnerId: string, settings: object): Promise<void> {
  const embed = JSON.stringify(settings);
  const { db } = service.store;
  const program = db.selectFrom("enrollments").select("program_id").where("partner_id", "=", partnerId);
  await db.updateTable("programs").set({ embed }).where("id", "in", program).execute();
}

/** All rows of one of the demo's lists. */
async function all(ask: Ask, route: string): Promise<any[]> {
  const { body } = await ask(`GET /${route}limit=100`);
  const rows = body.data;
  for (let cursor = body.nextCursor; cursor !== null;) {
    const { body } = await ask(`GET /${route}limit=100&cursor=${cursor}`);
    rows.push(...body.data);
    cursor = body.nextCursor;
  }
  return rows;
}

/** Stores for a partner what happened in a demo: its links, clicks, sales and commissions. Answers the links of both, by id. */
async function replay(demo: Ask, partnerId: string): Promise<{ demo: string; real: string }[]> {
  const { db } = service.store;
  const links: { demo: string; real: string }[] = [];
  const enrollment = await db
    .selectFrom("enrollments")
    .selectAll()
    .where("partner_id", "=", partnerId)
    .executeTakeFirstOrThrow();
  for (const { id, key } of await all(demo, "links?")) {
    const body = { partnerId, key: `${key}-${partners}` };
    links.push({ demo: id, real: (await service.request("POST", "/partners/links", { key: apiKey, body })).body.id });
  }
  const realId = new Map(links.map(({ demo, real }) => [demo, real]));
  const events = (await all(demo, "events?interval=all&")).reverse();
  const customers = new Set<string>();
  const owned = {
    workspace_id: enrollment.workspace_id,
    program_id: enrollment.program_id,
    enrollment_id: enrollment.id,
  };
  for (const { id, event, timestamp, link, customer, sale, ...facets } of events) {
    if (event !== "sale") continue;
    const { country, city, device, browser, os, referer, trigger } = facets;
    const at = new Date(timestamp);
    const link_id = realId.get(link.id)!;
    const made = { ...owned, link_id, click_id: `${partnerId}${id}`, at };
    const place = { country, city, region: null, continent: null, device, browser, os, referer, trigger };
    const click = { url: "https://northlight.example/", visitor: "v", is_unique: true, ...place };
    await db
      .insertInto("click_events")
      .values({ id: `${partnerId}${id}c`, ...made, ...click, referer_url: null })
      .execute();
    const sold = { customer_id: `${partnerId}${customer.id}`, amount: sale.amount, amount_program: sale.amount };
    const is_first = !customers.has(customer.id);
    customers.add(customer.id);
    await db
      .insertInto("sale_events")
      .values({ id: `${partnerId}${id}`, ...made, ...sold, is_first, currency: sale.currency })
      .execute();
  }
  const earnings = (await all(demo, "earnings?interval=all&")).sort((a) => (a.sourceId === null ? -1 : 1));
  for (const { id, sourceId, customer, link, type, amount, ...row } of earnings) {
    const at = new Date(row.createdAt);
    const sale = events.find(
      (one) => one.event === "sale" && one.timestamp === row.createdAt && one.customer.id === customer.id,
    );
    const unpaid = row.status === "processed" || row.status === "paid" ? "pending" : row.status;
    await db
      .insertInto("commissions")
      .values({
        ...owned,
        id: `${partnerId}${id}`,
        partner_id: partnerId,
        type,
        event_id: sourceId === null ? `${partnerId}${sale.id}` : null,
        source_id: sourceId === null ? null : `${partnerId}${sourceId}`,
        link_id: realId.get(link.id)!,
        amount,
        gross_earnings: row.grossEarnings,
        earnings: row.earnings,
        currency: row.currency,
        status: unpaid,
        ...(unpaid === "hold" && { hold_reasons: JSON.stringify(["review"]) }),
        created_at: at,
        updated_at: at,
      } as never)
      .execute();
  }
  return links;
}

/** Cells of a file as they are written; none of them holds a line break. */
function readCsv({ body }: Read): { head: string[]; rows: string[][] } {
  const [head = [], ...rows] = body.split("\r\n").map((line: string) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
  return { head, rows };
}
