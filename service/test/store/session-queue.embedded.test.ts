import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SessionQueue } from "../../src/store/embedded/session-queue.ts";
import { NoConnection, type Lane } from "../../src/store/lanes.ts";
import type { Store } from "../../src/store/open.ts";
import { openTestStore } from "../open-test-store.ts";

/** Work that takes turns on a queue, in which order it did, and for how long. */
function openQueue() {
  const queue = new SessionQueue();
  const order: Lane[] = [];
  const held = new Map<Lane, number>();
  const work = async (lane: Lane, ms = 0, workspaceId = ""): Promise<void> => {
    const leave = await queue.enter(lane, { waitMs: 60_000, workspaceId });
    order.push(lane);
    const since = performance.now();
    if (ms > 0) await sleep(ms);
    held.set(lane, (held.get(lane) ?? 0) + performance.now() - since);
    leave();
  };
  /** For how many milliseconds a lane had the session. */
  const used = (lane: Lane): number => held.get(lane) ?? 0;
  return { queue, order, used, work };
}

describe("the one session", () => {
  it("goes to quick lanes in turn before reports and jobs that came first", async () => {
    const { order, work } = openQueue();
    const first = work("reports", 20);
    const patient = [work("reports"), work("jobs")];
    const calls = Array.from({ length: 3 }, () => work("calls"));
    const others = [work("redirects"), work("tracking")];
    await Promise.all([first, ...patient, ...calls, ...others]);
    expect(order.slice(0, 6)).toEqual(["reports", "redirects", "tracking", "calls", "calls", "calls"]);
    expect(order.slice(6).toSorted()).toEqual(["jobs", "reports"]);
  });

  it("is kept for a call between two of its statements, so that it waits for one portion of a report and not for one before each", async () => {
    const { order, work } = openQueue();
    const reports = Array.from({ length: 6 }, () => work("reports", 20));
    const call = async (): Promise<void> => {
      await sleep(5);
      for (let statement = 0; statement < 8; statement += 1) await work("calls", 1);
    };
    await call();
    const before = order.lastIndexOf("calls") - 7;
    // A machine that pauses this thread between two of them may let one more in.
    expect(before).toBeLessThanOrEqual(3);
    await Promise.all(reports);
  });

  it("is a report's for a third of the time, however many calls want it", async () => {
    const { used, work } = openQueue();
    const until = performance.now() + 900;
    const inTurn = async (lane: Lane, ms: number): Promise<void> => {
      while (performance.now() < until) await work(lane, ms);
    };
    await Promise.all([inTurn("reports", 10), ...Array.from({ length: 6 }, () => inTurn("calls", 2))]);
    // Shares of the time they held it, not numbers of turns: on a slow machine each turn takes longer.
    const share = used("reports") / (used("reports") + used("calls"));
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.5);
  });

  it("stays with calls for four times as long as a report took that cannot be divided", async () => {
    const { work } = openQueue();
    const begun: number[] = [];
    const reports = Promise.all(
      [0, 1].map(async () => {
        await work("reports", 300);
        begun.push(performance.now() - 300);
      }),
    );
    const inTurn = async (): Promise<void> => {
      while (begun.length < 2) await work("calls", 2);
    };
    await Promise.all([reports, ...Array.from({ length: 3 }, inTurn)]);
    expect(begun[1]! - begun[0]!).toBeGreaterThan(1_350);
  });

  it("is shared by quick lanes by the time they use: a read of many statements does not wait for a transaction before each", async () => {
    const { order, work } = openQueue();
    const over = new AbortController();
    const sales = Array.from({ length: 3 }, async () => {
      while (!over.signal.aborted) await work("tracking", 20);
    });
    for (let statement = 0; statement < 20; statement += 1) await work("calls", 1);
    over.abort();
    await Promise.all(sales);
    // One after each statement would be twenty. A statement of 1 ms may take 2 here.
    expect(order.lastIndexOf("calls") + 1 - 20).toBeLessThanOrEqual(8);
  });

  it("is shared by workspaces in the same way: long calls of one do not stand before each call of another", async () => {
    const { work } = openQueue();
    const over = new AbortController();
    let long = 0;
    const heavy = Array.from({ length: 3 }, async () => {
      for (; !over.signal.aborted; long += 1) await work("calls", 50, "heavy");
    });
    for (let call = 0; call < 20; call += 1) await work("calls", 1, "light");
    over.abort();
    const before = long;
    await Promise.all(heavy);
    expect(before).toBeLessThanOrEqual(4);
  });

  it("is told to be busy to whoever has waited too long, and is nobody's then", async () => {
    const { queue } = openQueue();
    const leave = await queue.enter("jobs", { waitMs: 1_000 });
    const late = queue.enter("calls", { waitMs: 10 });
    await expect(late).rejects.toThrow(NoConnection);
    await expect(late).rejects.toMatchObject({ isBusy: true });
    leave();
    leave();
    (await queue.enter("calls", { waitMs: 10 }))();
  });
});

describe("on the embedded store", () => {
  let store: Store;
  beforeAll(async () => void (store = await openTestStore()));
  afterAll(() => store.close());

  it("a call, a redirect and a sale are answered while reports and jobs wait for their turns", async () => {
    const answered: string[] = [];
    const ask = async (lane: Lane, rows: number): Promise<void> => {
      await sql`SELECT count(*) FROM generate_series(1, ${rows}::int)`.execute(store.in(lane).db);
      answered.push(lane);
    };
    const patient = [...Array.from({ length: 12 }, () => ask("reports", 50_000)), ask("jobs", 50_000)];
    await Promise.all([
      ask("calls", 1),
      ask("redirects", 1),
      store.in("tracking").transaction(async () => void answered.push("tracking")),
    ]);
    const quick = ["calls", "redirects", "tracking"];
    expect(answered.filter((lane) => !quick.includes(lane)).length).toBeLessThanOrEqual(2);
    await Promise.all(patient);
  });
});
