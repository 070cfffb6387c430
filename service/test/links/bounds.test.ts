import { setImmediate } from "node:timers/promises";
import type { Link } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { pageOrigins } from "../../src/domain/embed/page-origins.ts";
import { OneByOne } from "../../src/one-by-one.ts";
import { counted } from "../counted.ts";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

/** A destination for each of 32 countries, of so many bytes and some. */
const countries =
  "AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LT LU LV MT NL NO PL PT RO SE SI SK US".split(" ");
const geo = (bytes: number) =>
  Object.fromEntries(countries.map((country) => [country, `https://a.test/${"x".repeat(bytes)}`]));

describe("a link as a whole", () => {
  it("has 40,000 bytes of addresses and texts, however they are spread", async () => {
    const large = await service.request("POST", "/links", { body: { url: "https://a.test", geo: geo(1000) } });
    expect(large.status).toBe(200);
    const refused = await service.request("POST", "/links", { body: { url: "https://a.test", geo: geo(1300) } });
    expect([refused.status, refused.body.error.message]).toEqual([422, expect.stringContaining("40,000 bytes")]);
    const { id } = large.body;
    for (const body of [{ geo: geo(1300) }, { ios: `https://a.test/${"x".repeat(8000)}` }])
      expect((await service.request("PATCH", `/links/${id}`, { body })).status).toBe(422);
    const many = await service.request("POST", "/links/bulk", {
      body: [{ url: "https://a.test" }, { url: "https://a.test", geo: geo(1300) }, { url: "https://a.test" }],
    });
    expect(many.body.map((row: { code?: string }) => row.code)).toEqual([undefined, "unprocessable_entity", undefined]);
  });

  it("is in each of its events, so that a page of them may be too large, and says how many are not", async () => {
    const { body: link } = await service.request<Link>("POST", "/links", {
      body: { url: "https://a.test", geo: geo(1000) },
    });
    const at = new Date(service.clock.now() - 60_000);
    const rows = Array.from({ length: 400 }, (_, index) => ({
      id: `click_event_${index}`,
      at,
      workspace_id: service.workspaceId,
      link_id: link.id,
      click_id: `click${index}`,
      visitor: `visitor${index}`,
      is_unique: true,
      url: "https://a.test",
    }));
    await service.store.db.insertInto("click_events").values(rows).execute();
    const list = (limit: number) => service.request("GET", `/events?event=clicks&linkId=${link.id}&limit=${limit}`);
    const refused = await list(400);
    expect(refused.status).toBe(422);
    const [, most] = /give (\d+) or less/.exec(refused.body.error.message)!;
    expect(Number(most)).toBeGreaterThan(100);
    expect((await list(Number(most))).body).toHaveLength(Number(most));
  });
});

describe("a link of a partner who has many", () => {
  it("is made, changed, moved and deleted without a write to the partner's row, whose text would be that of all their links", async () => {
    const [ada, bob] = [await service.createPartner({ name: "Ada" }), await service.createPartner({ name: "Bob" })];
    const versions = async () => {
      const { rows } = await service.store.pool.query(
        "SELECT partner_id, xmin::text AS version, search_text FROM enrollments ORDER BY partner_id",
      );
      return rows as { search_text: string }[];
    };
    const found = async (word: string): Promise<string[]> =>
      (await service.request("GET", `/partners?search=${word}`)).body.map(({ name }: { name: string }) => name);
    const before = await versions();
    expect(before.filter(({ search_text: text }) => text.includes("acme.test"))).toEqual([]);
    const { body: made } = await service.request<Link[]>("POST", "/links/bulk", {
      body: Array.from({ length: 20 }, (_, index) => ({ url: `https://one.test/${index}`, partnerId: ada.id })),
    });
    expect(await found("one.test")).toEqual(["Ada"]);
    const [first, ...others] = made.map(({ id }) => id);
    await service.request("PATCH", "/links/bulk", { body: { linkIds: others, data: { url: "https://TWO.test/" } } });
    expect([await found("one.test"), await found("two.test")]).toEqual([["Ada"], ["Ada"]]);
    const moved = await service.request("PATCH", `/links/${first}`, { body: { partnerId: bob.id } });
    expect([moved.status, await found("one.test")]).toEqual([200, ["Bob"]]);
    expect((await service.request("DELETE", `/links/${first}`)).status).toBe(200);
    expect(await found("one.test")).toEqual([]);
    expect(await versions()).toEqual(before);
  });

  it("is found by the first 500 characters of its address, so that no index holds 8 kB of each", async () => {
    const start = `https://long.test/${"a".repeat(450)}`;
    const { id: partnerId } = await service.createPartner({ name: "Cy" });
    const url = `${start}/early${"b".repeat(7000)}late`;
    const { body: link } = await service.request<Link>("POST", "/links", { body: { url, partnerId } });
    const { rows } = await service.store.pool.query("SELECT length(search_text) AS length FROM links WHERE id = $1", [
      link.id,
    ]);
    expect(rows[0].length).toBeLessThan(700);
    const found = async (word: string) => {
      const [links, partners] = [
        await service.request("GET", `/links?search=${word}`),
        await service.request("GET", `/partners?search=${word}`),
      ];
      return [links.body.length, partners.body.length];
    };
    expect([await found("a/EARLYb"), await found("blate")]).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });
});

describe("a hundred links changed alike", () => {
  it("are changed, tagged and told of by as many statements as ten, since nobody else is answered meanwhile", async () => {
    const tagIds = await Promise.all(
      ["one", "two", "three"].map(async (name) => (await service.request("POST", "/tags", { body: { name } })).body.id),
    );
    const { body: links } = await service.request<Link[]>("POST", "/links/bulk", {
      body: Array.from({ length: 100 }, (_, index) => ({ url: `https://a.test/${index}` })),
    });
    const change = async (linkIds: string[], url: string) => {
      const { store, statements } = counted(service.store);
      const app = createApp({ ...service.deps, store });
      const headers = { authorization: `Bearer ${service.apiKey}`, "content-type": "application/json" };
      const body = JSON.stringify({ linkIds, data: { url, tagIds, archived: true } });
      const answer = await app.request("/api/links/bulk", { method: "PATCH", headers, body });
      return { status: answer.status, links: (await answer.json()) as Link[], statements: statements() };
    };
    const ids = links.map(({ id }) => id).reverse();
    const ten = await change(ids.slice(0, 10), "https://b.test/");
    const all = await change(ids, "https://c.test/");
    expect(all.status).toBe(200);
    expect(all.links.map(({ id }) => id)).toEqual(ids);
    expect(all.links.map(({ url, archived, tags }) => [url, archived, tags.map(({ id }) => id)])).toEqual(
      ids.map(() => ["https://c.test/", true, tagIds]),
    );
    expect(all.statements).toBeLessThanOrEqual(ten.statements + 4);
    const { rows } = await service.store.pool.query(
      "SELECT count(*)::int AS events FROM outbox_events WHERE event = 'link.updated' AND data ->> 'url' = 'https://c.test/'",
    );
    expect(rows).toEqual([{ events: 100 }]);
  });

  it("get other tags while these are deleted, and no call fails for the other", async () => {
    const { body: links } = await service.request<Link[]>("POST", "/links/bulk", {
      body: Array.from({ length: 60 }, (_, index) => ({ url: `https://d.test/${index}` })),
    });
    const linkIds = links.map(({ id }) => id);
    const tag = async (name: string): Promise<string> =>
      (await service.request("POST", "/tags", { body: { name } })).body.id;
    const patch = (ids: string[], tagIds: string[]) =>
      service.request("PATCH", "/links/bulk", { body: { linkIds: ids, data: { tagIds } } });
    for (let round = 0; round < 8; round += 1) {
      const old = await Promise.all(Array.from({ length: 6 }, (_, index) => tag(`old ${round} ${index}`)));
      const kept = await tag(`kept ${round}`);
      await patch(linkIds, old);
      const answers = await Promise.all([
        patch(linkIds, [kept]),
        ...old.map((id) => service.request("DELETE", `/tags/${id}`)),
        patch(linkIds.toReversed(), [kept]),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    }
  });
});

describe("what anybody may ask for", () => {
  it("is drawn one after the other, with others in between", async () => {
    const drawing = new OneByOne();
    let turns = 0;
    const drawn = new AbortController();
    const others = (async () => {
      for (; !drawn.signal.aborted; turns += 1) await setImmediate();
    })();
    let atOnce = 0;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        drawing
          .run(async () => {
            atOnce += 1;
            expect(atOnce).toBe(1);
            await Promise.resolve();
            atOnce -= 1;
            if (index === 20) throw new Error("does not fit");
            return index;
          })
          .catch(() => "failed"),
      ),
    );
    drawn.abort();
    await others;
    expect(answers[20]).toBe("failed");
    expect(answers[49]).toBe(49);
    expect(turns).toBeGreaterThanOrEqual(50);
  });

  it("tokens of dashboards are looked up together, those that are made up as well", async () => {
    const { id } = await service.createPartner();
    const token = await service.embedToken(id);
    const { store, statements } = counted(service.store);
    const originsOf = pageOrigins(() => ({ ...service.ctx(), db: store.db, store }));
    const tokens = Array.from({ length: 300 }, (_, index) => `ref_embed_${index}`);
    const found = await Promise.all([...tokens, token].map(originsOf));
    expect(found).toEqual([...tokens.map(() => undefined), null]);
    expect(statements()).toBeLessThanOrEqual(4);
  });
});
