import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import type { ClickStore } from "../../src/domain/click-store.ts";
import { noClicks } from "../harness.ts";
import { openRedirect, type TestRedirect } from "./open-redirect.ts";

const VISITORS = 4;
const ROUNDS = 4;
/** Far beyond what is waited in service: how long a busy machine takes proves nothing. */
const PATIENCE_MS = 60_000;

let redirect: TestRedirect;
let token: string;
let link: { id: string; path: string };
let partnerId: string;
let spares: string[];
let call: (method: string, path: string, given?: { body?: unknown; key?: string }) => Promise<unknown>;

beforeAll(async () => {
  redirect = await openRedirect();
  const { service } = redirect;
  const partner = await service.createPartner();
  partnerId = partner.id;
  const [first] = partner.links ?? [];
  link = { id: first?.id ?? "", path: `/${first?.key}` };
  token = await service.embedToken(partnerId);
  spares = await Promise.all(Array.from({ length: ROUNDS }, async () => (await redirect.link()).id));
  const { clicks } = redirect.running;
  const patient: ClickStore = {
    find: (clickId) => clicks.find(clickId),
    read: (clickId) => clicks.read(clickId),
    arrived: (clickId, db) => clicks.arrived(clickId, db),
    isClicked: (linkId) => clicks.isClicked(linkId),
    record: (visit) => clicks.record(visit),
    visitorOf: (address, userAgent) => clicks.visitorOf(address, userAgent),
    loaded: () => clicks.loaded(PATIENCE_MS),
    loadedFromBefore: () => clicks.loadedFromBefore(PATIENCE_MS),
  };
  const app = createApp({ ...service.deps, clicks: patient });
  call = async (method, path, { body, key = service.apiKey } = {}) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await app.request(`/api${path}`, init);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
});
afterAll(() => redirect.close());

interface Call {
  name: string;
  /** Makes the call; answers the clicks of the link that it shows, if it shows any. */
  make: (round: number) => Promise<number | undefined>;
}

const clicksIn = (row: unknown): number => (row as { clicks: number }).clicks;
const ownIn = (rows: unknown): unknown => (rows as { id: string }[]).find(({ id }) => id === link.id);

const calls: Call[] = [
  { name: "a list of links", make: async () => clicksIn(ownIn(await call("GET", "/links"))) },
  { name: "a link", make: async () => clicksIn(await call("GET", `/links/info?linkId=${link.id}`)) },
  {
    name: "a list of partners",
    make: async () => {
      const rows = (await call("GET", "/partners")) as { id: string; totalClicks: number }[];
      return rows.find(({ id }) => id === partnerId)?.totalClicks;
    },
  },
  {
    name: "analytics",
    make: async () => clicksIn(await call("GET", `/analytics?groupBy=count&interval=all&linkId=${link.id}`)),
  },
  {
    name: "a list of events",
    make: async () => {
      await call("GET", `/events?event=clicks&interval=all&linkId=${link.id}`);
      return undefined;
    },
  },
  {
    name: "the embed's first data",
    make: async () => clicksIn(((await call("GET", "/embed/referrals", { key: token })) as { stats: unknown }).stats),
  },
  {
    name: "a change of a link",
    make: async (round) =>
      clicksIn(await call("PATCH", `/links/${link.id}`, { body: { comments: `changed ${round}` } })),
  },
  {
    name: "the end of a link",
    make: async (round) => {
      await call("DELETE", `/links/${spares[round]}`);
      return undefined;
    },
  },
  {
    name: "a new link",
    make: async (round) => {
      await call("POST", "/links", { body: { url: `https://acme.test/${round}` } });
      return undefined;
    },
  },
];

describe("while visitors click without a pause", () => {
  it("each of nine kinds of call is answered, and shows every click answered before it", async () => {
    const over = new AbortController();
    let answered = 0;
    const visitor = async (number: number): Promise<void> => {
      for (let i = 0; !over.signal.aborted; i++) {
        const { status } = await redirect.visit(link.path, { ip: `10.${number}.${(i >> 8) & 255}.${i & 255}` });
        expect(status).toBe(302);
        answered += 1;
      }
    };
    const visitors = Array.from({ length: VISITORS }, (_, number) => visitor(number));
    const late: string[] = [];
    let before = 0;
    for (let round = 0; round < ROUNDS; round++) {
      for (const { name, make } of calls) {
        // Also where the machine is so busy that a call is faster than a click: each has a click before it that it must show.
        await expect.poll(() => answered, { interval: 1 }).toBeGreaterThan(before);
        before = answered;
        const shown = await make(round);
        if (shown !== undefined && shown < before) late.push(`${name}: ${shown} of ${before}`);
      }
    }
    over.abort();
    await Promise.all(visitors);
    expect(late).toEqual([]);
  });

  it("a read or change waits no longer than 250 ms for clicks that the database does not take", async () => {
    const { service } = redirect;
    const clicked = await redirect.link({ key: "clicked" });
    const waited: (number | undefined)[] = [];
    const away: ClickStore = {
      ...noClicks,
      isClicked: (linkId) => linkId === clicked.id,
      loaded: (atMostMs) => Promise.resolve(waited.push(atMostMs) === 0),
    };
    const app = createApp({ ...service.deps, clicks: away });
    const ask = (method: string, path: string, body?: unknown): Promise<Response> | Response =>
      app.request(`/api${path}`, {
        method,
        headers: { authorization: `Bearer ${service.apiKey}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    expect((await ask("GET", "/links")).status).toBe(200);
    expect((await ask("PATCH", `/links/${clicked.id}`, { partnerId, programId: service.programId })).status).toBe(409);
    expect((await ask("PATCH", `/links/${clicked.id}`, { key: "renamed" })).status).toBe(200);
    expect((await ask("DELETE", `/links/${clicked.id}`)).status).toBe(200);
    expect(waited).toEqual([250, 250, 250, 250]);
    const { rows } = await service.store.pool.query(
      "select deleted_at is null as there, (select count(*) from retired_keys where key_folded = 'clicked') as retired from links where id = $1",
      [clicked.id],
    );
    expect(rows).toEqual([{ there: false, retired: 1 }]);
  });

  it("a change waits for the clicks that an earlier process left, and is refused without them", async () => {
    const { service } = redirect;
    const away: ClickStore = { ...noClicks, loadedFromBefore: () => Promise.resolve(false) };
    const app = createApp({ ...service.deps, clicks: away });
    const headers = { authorization: `Bearer ${service.apiKey}` };
    expect((await app.request(`/api/links/${link.id}`, { method: "DELETE", headers })).status).toBe(500);
  });

  it("a link counts as clicked from the answer until the click is stored", async () => {
    const { running, store } = redirect;
    const { id, path } = await redirect.link();
    expect((await redirect.visit(path, { ip: "10.9.0.1" })).status).toBe(302);
    await running.clicks.loaded();
    expect(running.clicks.isClicked(id)).toBe(false);
    await store.transaction(async (trx) => {
      // Meanwhile no click of this link can be stored.
      await trx.selectFrom("links").select("id").where("id", "=", id).forUpdate().execute();
      expect((await redirect.visit(path, { ip: "10.9.0.2" })).status).toBe(302);
      expect(running.clicks.isClicked(id)).toBe(true);
    });
    await running.clicks.loaded();
    expect(running.clicks.isClicked(id)).toBe(false);
  });
});
