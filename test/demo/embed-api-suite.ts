import { describe, expect, it } from "vitest";
import { embedSections, errorStatuses, parseValidationMessage } from "referrals-embed/contract";
import { createAsk, type Ask, type EmbedApi, type Read } from "./embed-client.ts";

const metrics = "clicks conversions leads saleAmount sales uniqueClicks";
const shapes = {
  bootstrap:
    "access actions application discount earnings faq generatedAt linkRules links linksTotal milestones notice partner previous program recentEarnings referralForm resources rewards sections stats status timeseries token",
  program:
    "brandColor brandColors currency holdingPeriodDays id logo minPayoutAmount name namePartners payoutDay payoutMethods poweredBy shareMessages supportEmail termsUrl timezone url",
  profile:
    "companyName country description email id image instagram leaderboardName leaderboardOptIn linkedin locale name namedToFriends tiktok timezone twitter username website youtube",
  link: "archived clicks conversions createdAt discountCode domain id isDefault key leads qrCode saleAmount sales shareUrl shortLink updatedAt url",
  listedLink:
    "archived clicks conversions createdAt discountCode domain earnings id isDefault key leads qrCode saleAmount sales shareUrl shortLink updatedAt url",
  linkRules: "canCreate domain hosts maxLinks style",
  earnings: "clearing currency earned held minimum nextPayout onHold onTheWay paid processed ready upcoming",
  nextPayout: "amount counted date failure isFirst kind later needs onTheWay payouts",
  point: "clicks earnings leads saleAmount sales start",
  earning:
    "amount createdAt currency customer description earnings grossEarnings id isRenewal link paidAt paidIn payableAt payout productId quantity refunded rule sourceId status statusReason type unknownReason",
  payout:
    "amount commissionCount createdAt currency failureReason id initiatedAt method number paidAt periodEnd periodStart status",
  statement:
    "amount currency initiatedAt lines method number paidAt partner payoutId periodEnd periodStart program status totals",
  event: "browser city country customer device earnings event eventName id link os referer sale timestamp trigger",
  leaderboard: "available data me participants period reason",
  leaderboardRow: "band earnings isMe name rank",
  leaderboardMe: "band earnings optedIn rank",
  referral: "createdAt id status updatedAt values",
  payoutMethod: "available destination effectiveAt method payoutsEnabledAt",
  token: "allowedOrigins expires scopes",
} as const;

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function expectShape(value: object, shape: keyof typeof shapes): void {
  expect(Object.keys(value).toSorted().join(" ")).toBe(shapes[shape]);
}

/** Code of an error answer, once its envelope, status and content type agree. */
function errorOf({ status, headers, body }: Read): string {
  const { code } = body.error;
  expect(body).toEqual({ error: { code, message: expect.any(String), doc_url: expect.stringContaining(`#${code}`) } });
  expect(status).toBe(errorStatuses[code as keyof typeof errorStatuses]);
  expect(headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  return code;
}

/** What a 422 says: `<issue>: <path>`. */
function issueOf(answer: Read): string {
  expect(errorOf(answer)).toBe("unprocessable_entity");
  const { issue, path } = parseValidationMessage(answer.body.error.message) ?? {};
  return `${issue}: ${path}`;
}

/**
 * What every embed data API must hold, in memory or real (EMB-D1). The partner is approved, with all scopes, every
 * section but `live`, at least one default link with activity, room for another link, and a referral form.
 * @param name whose API it is
 * @param makeApi a fresh API per test
 */
export function embedApiSuite(name: string, makeApi: () => Promise<EmbedApi>): void {
  const withApi =
    (check: (ask: Ask, api: EmbedApi) => Promise<void>): (() => Promise<void>) =>
    async () => {
      const api = await makeApi();
      await check(createAsk(api), api);
    };

  describe(`${name}: reads`, () => {
    it(
      "answers everything the first screen needs in one call",
      withApi(async (ask) => {
        const { status, body } = await ask("GET /");
        expect(status).toBe(200);
        expectShape(body, "bootstrap");
        expect(body).toMatchObject({ status: "approved", access: "full", notice: null, actions: ["leave"] });
        expect(body.application).toBeNull();
        expectShape(body.program, "program");
        expectShape(body.partner, "profile");
        expectShape(body.linkRules, "linkRules");
        expectShape(body.earnings, "earnings");
        expectShape(body.earnings.nextPayout, "nextPayout");
        expectShape(body.token, "token");
        expect(Object.keys(body.stats).toSorted().join(" ")).toBe(metrics);
        expect(Object.keys(body.sections).toSorted()).toEqual(embedSections.toSorted());
        for (const link of body.links) expectShape(link, "link");
        for (const point of body.timeseries) expectShape(point, "point");
        for (const earning of body.recentEarnings) expectShape(earning, "earning");
        expect(body.recentEarnings.length).toBeLessThanOrEqual(5);
        expect(body.links.length).toBeLessThanOrEqual(10);
        expect(body.links[0].isDefault).toBe(true);
        expect(body.timeseries).toHaveLength(30);
        expect(body.generatedAt).toMatch(instant);
        expect(Date.parse(body.token.expires)).toBeGreaterThan(Date.parse(body.generatedAt));
      }),
    );

    it(
      "says the next payout, and parts that come to all that was earned (P18, C24)",
      withApi(async (ask) => {
        const { earned, paid, ready, clearing, onTheWay, nextPayout } = (await ask("GET /")).body.earnings;
        const total = (rows: { amount: number }[]): number => rows.reduce((sum, { amount }) => sum + amount, 0);
        expect(ready + total(clearing) + onTheWay + paid).toBe(earned);
        const { payouts, counted, later, onTheWay: confirmed } = nextPayout;
        expect(total(payouts) + counted + (later?.amount ?? 0) + confirmed + paid).toBe(earned);
      }),
    );

    it(
      "answers each list and record in its shape",
      withApi(async (ask) => {
        const lists = [
          ["links", "listedLink"],
          ["earnings", "earning"],
          ["payouts", "payout"],
          ["events", "event"],
          ["referrals", "referral"],
        ] as const;
        for (const [route, shape] of lists) {
          const { status, body } = await ask(`GET /${route}?limit=100`);
          expect(status).toBe(200);
          expect(Object.keys(body).toSorted()).toEqual(["data", "nextCursor", "total"]);
          for (const row of body.data) expectShape(row, shape);
        }
        for (const { id } of (await ask("GET /payouts")).body.data)
          expectShape((await ask(`GET /statement?payoutId=${id}`)).body, "statement");
        expect((await ask("GET /statement?payoutId=po_none")).status).toBe(404);
        expectShape((await ask("GET /profile")).body, "profile");
        expectShape((await ask("GET /payout-method")).body, "payoutMethod");
        expectShape((await ask("GET /token")).body, "token");
      }),
    );

    it(
      "Y2: shows the leaderboard without ids or addresses, the own row exact",
      withApi(async (ask) => {
        const { body } = await ask("GET /leaderboard");
        expectShape(body, "leaderboard");
        expectShape(body.me, "leaderboardMe");
        for (const row of body.data) expectShape(row, "leaderboardRow");
        if (!body.available) expect(body).toMatchObject({ data: [], reason: "too_few_partners" });
        else expect(body.data.filter((row: { isMe: boolean }) => row.isMe)).toHaveLength(body.me.rank ? 1 : 0);
      }),
    );

    it(
      "pages newest first without gap or repeat",
      withApi(async (ask) => {
        const all = (await ask("GET /earnings?limit=100")).body;
        const seen: { id: string; createdAt: string }[] = [];
        let cursor = "";
        do {
          const { body } = await ask(`GET /earnings?limit=7${cursor && `&cursor=${cursor}`}`);
          seen.push(...body.data);
          expect(body.total).toBe(all.total);
          cursor = seen.length < 100 && body.nextCursor ? encodeURIComponent(body.nextCursor) : "";
        } while (cursor);
        expect(seen.slice(0, 100)).toEqual(all.data.slice(0, seen.length));
        const order = seen.map((row) => row.createdAt);
        expect(order).toEqual(order.toSorted().reverse());
      }),
    );

    it(
      "counts the same in every grouping, the timeseries and the link counters",
      withApi(async (ask) => {
        const { stats } = (await ask("GET /?interval=all")).body;
        const count = (await ask("GET /analytics?event=composite&interval=all")).body;
        expect(count).toEqual({ ...stats, earnings: 0 });
        for (const groupBy of ["timeseries", "countries", "devices", "browsers", "os", "referers", "top_links"]) {
          const { body } = await ask(`GET /analytics?event=composite&interval=all&groupBy=${groupBy}`);
          const sum = (name: string): number => body.reduce((total: number, row: never) => total + row[name], 0);
          expect(Object.fromEntries(Object.keys(stats).map((name) => [name, sum(name)]))).toEqual(stats);
        }
      }),
    );

    it(
      "fills every bucket of an interval, at midnights of the zone asked for",
      withApi(async (ask) => {
        const { body } = await ask("GET /analytics?groupBy=timeseries&interval=90d&timezone=Asia/Kolkata");
        expect(body).toHaveLength(90);
        for (const { start } of body) expect(start).toMatch(/T18:30:00\.000Z$/);
        expect((await ask("GET /analytics?groupBy=timeseries&interval=24h")).body).toHaveLength(24);
        expect((await ask("GET /analytics?groupBy=timeseries&interval=1y")).body).toHaveLength(12);
      }),
    );

    it(
      "leaves metrics of events not asked for at 0",
      withApi(async (ask) => {
        const { body } = await ask("GET /analytics?event=leads&interval=all");
        expect(body).toMatchObject({ clicks: 0, uniqueClicks: 0, conversions: 0, sales: 0, saleAmount: 0 });
      }),
    );

    it(
      "C24: lists commissions that add up to the earnings by status",
      withApi(async (ask) => {
        const { earnings } = (await ask("GET /")).body;
        for (const [status, name] of [
          ["pending", "upcoming"],
          ["hold", "held"],
          ["processed", "processed"],
          ["paid", "paid"],
        ] as const) {
          const points = (await ask(`GET /earnings/timeseries?interval=all&status=${status}`)).body;
          const sum = points.reduce((total: number, point: { earnings: number }) => total + point.earnings, 0);
          expect(sum).toBe(earnings[name]);
        }
      }),
    );

    it(
      "masks customers",
      withApi(async (ask) => {
        const { body } = await ask("GET /events?event=sale&interval=all&limit=100");
        for (const { customer } of body.data) expect(customer.label).toMatch(/\*\*\*/);
      }),
    );
  });

  describe(`${name}: refusals`, () => {
    it(
      "refuses a call without a credential and says why",
      withApi(async (_, { fetch, baseUrl }) => {
        const response = await fetch(`${baseUrl}/embed/referrals`);
        expect(response.status).toBe(401);
        expect(response.headers.get("WWW-Authenticate")).toContain('error_description="missing"');
      }),
    );

    it(
      "answers wrong parameters with 422 that names them",
      withApi(async (ask) => {
        expect(issueOf(await ask("GET /analytics?interval=1w"))).toBe("invalid_value: interval");
        expect(issueOf(await ask("GET /analytics?groupBy=top_partners"))).toBe("invalid_value: groupBy");
        expect(issueOf(await ask("GET /analytics?event="))).toBe("invalid_value: event");
        expect(issueOf(await ask("GET /analytics?timezone=Mars/Base"))).toBe("invalid_value: timezone");
        expect(issueOf(await ask("GET /links?limit=101"))).toBe("too_big: limit");
        expect(issueOf(await ask("GET /links?limit=0"))).toBe("too_small: limit");
        expect(issueOf(await ask("GET /links?limit=1.5"))).toBe("invalid_type: limit");
        expect(errorOf(await ask("GET /earnings?limit=1&limit=2"))).toBe("unprocessable_entity");
      }),
    );

    it(
      "refuses an altered cursor and one of another list",
      withApi(async (ask) => {
        const { nextCursor } = (await ask("GET /earnings?limit=1")).body;
        const cursor = encodeURIComponent(nextCursor);
        expect(errorOf(await ask(`GET /events?cursor=${cursor}`))).toBe("unprocessable_entity");
        expect(errorOf(await ask(`GET /earnings?cursor=x${cursor}`))).toBe("unprocessable_entity");
      }),
    );

    it(
      "answers an unknown route and a foreign link with 404",
      withApi(async (ask) => {
        expect(errorOf(await ask("GET /nothing"))).toBe("not_found");
        expect(errorOf(await ask("PATCH /links/link_00000000000000000000000000", { key: "mine" }))).toBe("not_found");
        expect(errorOf(await ask("GET /analytics?linkId=link_00000000000000000000000000"))).toBe("not_found");
      }),
    );

    it(
      "refuses bodies that are no JSON object",
      withApi(async (ask, { fetch, baseUrl, token }) => {
        const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
        const broken = await fetch(`${baseUrl}/embed/referrals/links`, { method: "POST", headers, body: "{" });
        expect(broken.status).toBe(400);
        expect(issueOf(await ask("POST /links", []))).toBe("invalid_type: body");
      }),
    );
  });

  describe(`${name}: writes`, () => {
    it(
      "creates a link that lists show, and refuses its key a second time",
      withApi(async (ask) => {
        const { program } = (await ask("GET /")).body;
        const url = `${program.url.replace(/\/$/, "")}/spring`;
        const created = await ask("POST /links", { url, key: "Spring" });
        expect(created.status).toBe(201);
        expectShape(created.body, "link");
        expect(created.body).toMatchObject({ url, key: "Spring", isDefault: false, clicks: 0 });
        const listed = (await ask("GET /links?limit=1")).body.data[0];
        expect(listed).toEqual({ ...created.body, earnings: 0 });
        expect(errorOf(await ask("POST /links", { url, key: "sPRING" }))).toBe("conflict");
        expect(errorOf(await ask("POST /links", { url, key: "api" }))).toBe("conflict");
      }),
    );

    it(
      "L3: refuses destinations that are not https on the program's hosts",
      withApi(async (ask) => {
        for (const url of ["https://elsewhere.example/", "http://elsewhere.example/", "javascript:alert(1)"]) {
          const answer = await ask("POST /links", { url, key: "x" });
          expect(errorOf(answer)).toBe("unprocessable_entity");
          expect(answer.body.error.message).toContain(": url: ");
        }
      }),
    );

    it(
      "L9: archives and restores own links, and lets a default link change its key only",
      withApi(async (ask) => {
        const { id } = (await ask("POST /links", { key: "shelf" })).body;
        expect((await ask(`PATCH /links/${id}`, { archived: true })).body.archived).toBe(true);
        expect((await ask(`PATCH /links/${id}`, { archived: false, key: "shelf-2" })).body).toMatchObject({
          archived: false,
          key: "shelf-2",
          shortLink: expect.stringMatching(/\/shelf-2$/),
        });
        const own = (await ask("GET /")).body.links[0];
        expect(errorOf(await ask(`PATCH /links/${own.id}`, { archived: true }))).toBe("conflict");
      }),
    );

    it(
      "changes the profile, and refuses what is too long",
      withApi(async (ask) => {
        const { body } = await ask("PATCH /profile", { companyName: "Studio", leaderboardOptIn: false });
        expectShape(body, "profile");
        expect((await ask("GET /profile")).body).toEqual(body);
        expect(body).toMatchObject({ companyName: "Studio", leaderboardOptIn: false });
        expect(issueOf(await ask("PATCH /profile", { leaderboardName: "n".repeat(61) }))).toBe(
          "too_big: leaderboardName",
        );
        expect(issueOf(await ask("PATCH /profile", { leaderboardOptIn: "yes" }))).toBe(
          "invalid_type: leaderboardOptIn",
        );
      }),
    );

    it(
      "K11: changes the payout method later than now, and shows it masked",
      withApi(async (ask) => {
        const { status, body } = await ask("PUT /payout-method", {
          method: "paypal",
          paypalEmail: "pay@studio.example",
        });
        expect(status).toBe(200);
        expectShape(body, "payoutMethod");
        expect(body.destination).not.toContain("pay@studio");
        expect(body.effectiveAt).toMatch(instant);
        expect(issueOf(await ask("PUT /payout-method", { method: "paypal" }))).toBe("invalid_type: paypalEmail");
        expect(issueOf(await ask("PUT /payout-method", {}))).toBe("invalid_type: method");
      }),
    );

    it(
      "F2: takes a referral once, and refuses keys that are not in the form",
      withApi(async (ask) => {
        const { referralForm } = (await ask("GET /")).body;
        const values = sampleValues(referralForm.fields);
        const sent = await ask("POST /referrals", { values });
        expect(sent.status).toBe(201);
        expectShape(sent.body, "referral");
        expect(sent.body).toMatchObject({ status: "pending", values });
        expect(errorOf(await ask("POST /referrals", { values }))).toBe("conflict");
        expect(issueOf(await ask("POST /referrals", { values: { ...values, odd: 1 } }))).toBe("custom: values.odd");
        expect(issueOf(await ask("POST /referrals", {}))).toBe("invalid_type: values");
      }),
    );

    it(
      "E16: leaves the program and can read, not write, from then on",
      withApi(async (ask) => {
        expect((await ask("POST /enrollment/accept", {})).body.status).toBe("approved");
        expect(errorOf(await ask("POST /enrollment/decline", {}))).toBe("conflict");
        const { body } = await ask("POST /enrollment/leave", {});
        expect(body).toEqual({ status: "deactivated", access: "read", actions: [] });
        expect((await ask("GET /earnings")).status).toBe(200);
        expect((await ask("GET /")).body.notice.code).toBe("deactivated");
        expect(errorOf(await ask("POST /links", { key: "late" }))).toBe("forbidden");
      }),
    );
  });
}

function sampleValues(fields: { key: string; type: string; required: boolean; locked: boolean }[]): object {
  const samples: Record<string, unknown> = {
    text: "sam@example.com",
    textarea: "Wants a call.",
    country: "NL",
    date: "2026-11-02",
    number: 3,
    phone: "+31201234567",
  };
  const asked = fields.filter((field) => field.required && !field.locked && field.type in samples);
  return Object.fromEntries(asked.map((field) => [field.key, samples[field.type]]));
}
