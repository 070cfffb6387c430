import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createApp } from "../../src/app.ts";
import { LiveStream } from "../../src/domain/embed/live-stream.ts";
import type { EmbedSession } from "../../src/domain/embed/session.ts";
import { SlowStreams } from "../../src/domain/embed/slow-streams.ts";
import { StreamHub } from "../../src/domain/embed/stream-hub.ts";
import { StreamPlaces } from "../../src/domain/embed/stream-places.ts";
import { limits } from "../../src/limits.ts";
import { authenticate, type EmbedCaller } from "../../src/middleware/authenticate.ts";
import { createTestService, type TestService } from "../harness.ts";
import { activePartner } from "./active-partner.ts";
import { reader } from "./read-stream.ts";

type Session = EmbedSession & { id: string };

let service: TestService;
let statements: string[] = [];
let hub: StreamHub;
beforeAll(async () => void (service = await createTestService()));
beforeEach(() => void (hub = new StreamHub({ store: watched(), clock: service.clock }, () => () => {})));
afterAll(() => service.close());

/** The store, each of its statements for streams noted. */
function watched(): TestService["store"] {
  const { store } = service;
  const jobs = store.in("jobs");
  const db = jobs.db.withPlugin({
    transformQuery: ({ node }) => (statements.push(node.kind), node),
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const pool = new Proxy(jobs.pool, {
    get: (target, name) => {
      if (name === "query") statements.push("raw");
      const value = Reflect.get(target, name) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { ...store, in: () => ({ ...jobs, db, pool }) };
}

async function statementsOf(work: () => unknown): Promise<number> {
  statements = [];
  await work();
  return statements.length;
}

/** Sessions of as many tokens as `count` streams need. */
async function sessionsOf(token: string, count: number): Promise<Session[]> {
  const session = (await authenticate(service.deps, `Bearer ${token}`)) as EmbedCaller;
  const ids = Array.from({ length: Math.ceil(count / 4) }, (_, index) => `${session.id}-${index}`);
  await sql`
    INSERT INTO embed_tokens
    SELECT r.* FROM embed_tokens t, unnest(${ids}::text[]) AS n(id),
      jsonb_populate_record(t, jsonb_build_object('id', n.id, 'hash', n.id)) AS r WHERE t.id = ${session.id}`.execute(
    service.store.db,
  );
  return Array.from({ length: count }, (_, index) => ({ ...session, id: ids[Math.floor(index / 4)]! }));
}

const commissionsOf = 60;

/** A partner with commissions whose events are long. */
async function earningPartner(): Promise<{ token: string; change: (status: "hold" | "pending") => Promise<void> }> {
  const { partner, token } = await activePartner(service);
  for (let index = 0; index < commissionsOf; index += 1) {
    const body = { type: "custom", partnerId: partner.id, amount: 100 + index, description: "x".repeat(190) };
    await service.request("POST", "/commissions", { body });
  }
  const ids = (
    await service.store.db
      .selectFrom("commissions")
      .innerJoin("enrollments", "enrollments.id", "commissions.enrollment_id")
      .select("commissions.id")
      .where("enrollments.partner_id", "=", partner.id)
      .where("commissions.type", "=", "custom")
      .execute()
  ).map(({ id }) => id);
  const change = async (status: "hold" | "pending"): Promise<void> => {
    service.clock.advance(1_000);
    const { status: answered } = await service.request("PATCH", "/commissions/bulk", {
      body: { commissionIds: ids, status },
    });
    expect(answered).toBe(200);
  };
  service.clock.advance(10_000);
  return { token, change };
}

describe("many streams", () => {
  it("of one partner cost the statements of one, and none but two while nothing changes", async () => {
    const { partner, token, clickId } = await activePartner(service);
    const sessions = await sessionsOf(token, 100);
    expect(await statementsOf(() => hub.open(sessions.pop()!, null))).toBe(0);
    const first = await statementsOf(() => hub.poll());
    expect(await statementsOf(() => sessions.forEach((session) => hub.open(session, null)))).toBe(0);
    expect(await statementsOf(() => hub.poll())).toBeLessThanOrEqual(first);
    service.clock.advance(10_000);
    expect(await statementsOf(() => hub.poll())).toBe(2);
    const sale = { clickId, customerExternalId: `many-${partner.id}`, amount: 1000 };
    await service.request("POST", "/track/sale", { body: sale });
    service.clock.advance(1_000);
    const changed = await statementsOf(() => hub.poll());
    expect(changed).toBeGreaterThan(2);
    expect(changed).toBeLessThanOrEqual(first);
  });

  it("of one partner are sent what was written down once, the same bytes", async () => {
    const { token, change } = await earningPartner();
    const one = new StreamHub(service.ctx(), () => () => {});
    const [alone, ...sessions] = await sessionsOf(token, 97);
    one.open(alone!, null);
    const sources = sessions.map((session) => hub.open(session, null).getReader());
    const piecesOfAll = () => Promise.all(sources.map(async (source) => (await source.read()).value));
    await Promise.all([one.poll(), hub.poll()]);
    // Where the stream goes on, and the snapshot.
    await piecesOfAll();
    await piecesOfAll();
    await change("hold");
    const written = async (of: StreamHub): Promise<number> => {
      const stringify = vi.spyOn(JSON, "stringify");
      await of.poll();
      const { length } = stringify.mock.calls;
      stringify.mockRestore();
      return length;
    };
    const once = await written(one);
    expect(once).toBeGreaterThan(commissionsOf);
    expect(await written(hub)).toBe(once);
    expect(new Set(await piecesOfAll()).size).toBe(1);
  });

  it("that are behind by different times cost one more read for all of them", async () => {
    const { token, change } = await earningPartner();
    const before = service.clock.now();
    await change("hold");
    const sessions = await sessionsOf(token, 100);
    hub.open(sessions[0]!, String(before));
    const first = await statementsOf(() => hub.poll());
    const streams = sessions.slice(1).map((session, index) => hub.open(session, String(before - index * 1000)));
    expect(await statementsOf(() => hub.poll())).toBeLessThanOrEqual(first);
    for (const next of streams.map(reader)) {
      const events = [await next()];
      while (!events.at(-1)!.id) events.push(await next());
      expect(events.filter(({ event }) => event === "commission").length).toBeGreaterThanOrEqual(commissionsOf);
    }
  });

  it("that open during a look are served by the next one", async () => {
    const { token } = await activePartner(service);
    const [first, , , , second] = await sessionsOf(token, 8);
    hub.open(first!, null);
    const looking = hub.poll();
    const next = reader(hub.open(second!, null));
    await looking;
    await hub.poll();
    expect([(await next()).event, (await next()).event]).toEqual(["retry: 3000", "stats"]);
  });

  it("that ended unread leave those that opened since alone when their clients go", async () => {
    const { token } = await activePartner(service);
    const [first, , , , second] = await sessionsOf(token, 8);
    const body = hub.open(first!, null);
    await service.store.db
      .updateTable("embed_tokens")
      .set({ revoked_at: new Date() })
      .where("id", "=", first!.id)
      .execute();
    await hub.poll();
    const next = reader(hub.open(second!, null));
    await body.cancel();
    await hub.poll();
    expect([(await next()).event, (await next()).event]).toEqual(["retry: 3000", "stats"]);
  });

  it("by the thousand leave others their turns during a look", async () => {
    let count = 0;
    for (let partners = 0; partners < 20; partners += 1) {
      const partner = await service.createPartner();
      const sessions = await sessionsOf(await service.embedToken(partner.id), 100);
      for (const session of sessions) hub.open(session, null);
      count += sessions.length;
    }
    await hub.poll();
    service.clock.advance(15_000);
    const sentInTurn = [0];
    const write = vi.spyOn(LiveStream.prototype, "write").mockImplementation((pieces) => {
      if (pieces.length > 0) sentInTurn[sentInTurn.length - 1]! += 1;
    });
    let turn = setImmediate(function others() {
      sentInTurn.push(0);
      turn = setImmediate(others);
    });
    await hub.poll();
    clearImmediate(turn);
    write.mockRestore();
    expect(sentInTurn.reduce((sum, sent) => sum + sent)).toBe(count);
    expect(Math.max(...sentInTurn)).toBeLessThanOrEqual(100);
  });
});

describe("a client that does not read", () => {
  const most = 64 * 1024;

  it("is sent nothing more while 64 kB wait for it, and then the newest of all that it missed", async () => {
    const { token, change } = await earningPartner();
    const [session] = await sessionsOf(token, 1);
    const source = hub.open(session!, null).getReader();
    /** What a look has sent. */
    const readAll = async (): Promise<string> => {
      let text = "";
      while (!/id: \d+\nevent: \w+\ndata: [^\n]*\n\n$/.test(text)) {
        text += new TextDecoder().decode((await source.read()).value);
      }
      return text;
    };
    await hub.poll();
    await readAll();
    await change("hold");
    await hub.poll();
    const { length } = await readAll();
    expect(length).toBeGreaterThan(most / 4);
    for (let looks = 0; looks < 10; looks += 1) {
      await change(looks % 2 === 0 ? "pending" : "hold");
      await hub.poll();
    }
    await change("pending");
    for (let bytes = 0; bytes <= most;) bytes += (await readAll()).length;
    await hub.poll();
    const last = await readAll();
    expect(last).toContain(`id: ${service.clock.now()}\n`);
    expect(last.match(/x{190}/g)).toHaveLength(commissionsOf);
  });

  it("has its stream ended after half a minute, nothing of it waits, and it goes on from its last id", async () => {
    const { token, change } = await earningPartner();
    const [session] = await sessionsOf(token, 1);
    const body = hub.open(session!, null);
    const next = reader(body);
    await hub.poll();
    expect((await next()).event).toBe("retry: 3000");
    const { id } = await next();
    for (let looks = 0; looks < 6; looks += 1) {
      await change(looks % 2 === 0 ? "hold" : "pending");
      await hub.poll();
    }
    service.clock.advance(30_000);
    await hub.poll();
    expect((await next()).event).toBe("closed");
    await change("hold");
    const again = reader(hub.open(session!, id));
    await hub.poll();
    const known = new Set<string>();
    while (known.size < commissionsOf) {
      const { event, data } = await again();
      if (event === "commission" && data.status === "hold") known.add(data.id);
    }
    expect(known.size).toBe(commissionsOf);
  });
});

describe("clients that do not read", () => {
  it("ends at once while more than 64 MB wait in all", () => {
    const session = { id: "token", expiresAt: new Date(service.clock.now() + 60_000) } as unknown as Session;
    const streams = Array.from({ length: 3 }, () => {
      const stream = new LiveStream(session, { since: 0, nowMs: 0, place: "new" }, () => {});
      stream.write([new Uint8Array(30 * 1024 * 1024)], 0);
      return stream;
    });
    const slow = new SlowStreams(streams, service.clock.now());
    expect(streams.map((stream) => slow.has(stream))).toEqual([true, true, true]);
    expect(streams.map(({ waitingBytes }) => waitingBytes > 0)).toEqual([false, true, true]);
  });
});

describe("a stream that is cut in the middle of what a look sends", () => {
  it("goes on before it: the last event alone has an id", async () => {
    const { token, change } = await earningPartner();
    const [session] = await sessionsOf(token, 1);
    const next = reader(hub.open(session!, null));
    await hub.poll();
    await next();
    expect((await next()).id).not.toBe("");
    await change("hold");
    await hub.poll();
    const events = [await next()];
    while (events.at(-1)!.id === "") events.push(await next());
    expect(events.filter(({ event }) => event === "commission").length).toBe(commissionsOf);
  });
});

describe("places of streams", () => {
  const session = (workspaceId: string, enrollmentId: string, id: string) =>
    ({ workspaceId, enrollmentId, id }) as unknown as Session;
  const refused = (message: string, retryAfter: number) =>
    expect.objectContaining({ code: "rate_limit_exceeded", message, retryAfter }) as Error;

  it("are four of a token, a hundred of a partner, 5,000 of a workspace and 10,000 in all, and free again once closed", () => {
    const told: string[] = [];
    const places = new StreamPlaces((...given) => void told.push(given.join(" ")));
    const leaves: (() => void)[] = [];
    const fill = (workspace: string, count: number) => {
      for (let index = 0; index < count; index += 1) {
        const partner = `${workspace} ${Math.floor(index / limits.streamsOfEnrollment.amount)}`;
        leaves.push(places.take(session(workspace, partner, `${partner} ${Math.floor(index / 4)}`)));
      }
    };
    fill("one", 4);
    expect(() => places.take(session("one", "one 0", "one 0 0"))).toThrow(
      refused("More than 4 streams with one token. Close one first.", 3),
    );
    leaves.splice(0).forEach((leave) => leave());
    fill("one", 100);
    expect(() => places.take(session("one", "one 0", "another"))).toThrow(
      refused("More than 100 streams of one partner. Close one first.", 10),
    );
    leaves.splice(0).forEach((leave) => leave());
    expect(told).toEqual([]);
    fill("one", 5000);
    expect(() => places.take(session("one", "another", "another"))).toThrow(
      refused("More than 5,000 streams of one workspace. Repeat the call later.", 30),
    );
    fill("two", 5000);
    expect(() => places.take(session("three", "another", "another"))).toThrow(
      refused("More than 10,000 streams in all. Repeat the call later.", 30),
    );
    expect(told).toEqual(["streamsOfWorkspace one", "streamsOfProcess process"]);
    const leave = leaves.pop()!;
    leave();
    leave();
    places.take(session("three", "another", "another"));
    expect(() => places.take(session("three", "another", "another"))).toThrow("in all");
  });

  it("that are all taken answer 429 with Retry-After, and an exhausted total is told", async () => {
    // With a store of its own: streams of other tests, which may take a moment to end, have places in theirs.
    const alone = await createTestService();
    const told = vi.fn();
    const app = createApp({ ...alone.deps, onExhausted: told });
    const { partner, token } = await activePartner(alone);
    const authorization = `Bearer ${token}`;
    const open = () => app.request("/api/embed/referrals/stream", { headers: { authorization } });
    const { amount } = limits.streamsOfWorkspace;
    Object.assign(limits.streamsOfWorkspace, { amount: 1 });
    try {
      const first = await open();
      expect(first.status).toBe(200);
      const second = await open();
      expect([second.status, second.headers.get("retry-after")]).toEqual([429, "30"]);
      await first.body!.cancel();
      const third = await open();
      expect(third.status).toBe(200);
      await third.body!.cancel();
    } finally {
      Object.assign(limits.streamsOfWorkspace, { amount });
    }
    const { workspace_id } = await alone.store.db
      .selectFrom("enrollments")
      .select("workspace_id")
      .where("partner_id", "=", partner.id)
      .executeTakeFirstOrThrow();
    expect(told.mock.calls).toEqual([["streamsOfWorkspace", workspace_id]]);
    await alone.close();
  });
});

it("all event streams of a process are looked after by one hub: a lane of a store is the same each time", () => {
  expect(service.store.in("calls")).toBe(service.store.in("calls"));
});
