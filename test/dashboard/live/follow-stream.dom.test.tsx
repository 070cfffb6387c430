import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ReferralsEmbedError } from "../../../src/contract/embed.ts";
import { followStream } from "../../../src/dashboard/live/follow-stream.ts";
import { paced } from "../../../src/dashboard/live/LiveUpdates.tsx";
import { readEvents } from "../../../src/dashboard/live/read-events.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

function follow(open: Parameters<typeof followStream>[0]["open"]) {
  const heard: string[] = [];
  let missed = 0;
  const stop = followStream({
    open,
    onEvent: ({ event, data }) => heard.push(`${event} ${data}`),
    onMissed: () => missed++,
    random: () => 0.5,
  });
  return { heard, missed: () => missed, stop };
}

test("events are read however the stream was cut, comments and retries are not events", async () => {
  const text = ': \n\nretry: 3000\n\nid: 7\r\nevent: stats\r\ndata: {"ü":1}\r\n\r\ndata: a\ndata: b\n\n';
  const parts = bytes(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new Uint8Array([part]));
      controller.close();
    },
  });
  const events = [];
  for await (const event of readEvents(body, () => {})) events.push(event);
  expect(events).toEqual([
    { event: "stats", data: '{"ü":1}', id: "7" },
    { event: "message", data: "a\nb", id: undefined },
  ]);
});

test("a stream that ends is opened again in 3 s, then twice as long each time up to a minute; from the fourth it polls", async () => {
  const at: number[] = [];
  const { missed, stop } = follow(async () => {
    at.push(Date.now());
    throw new Error("refused");
  });
  await pass(200_000);
  stop();
  expect(at.slice(1, 7).map((time, i) => time - at[i]!)).toEqual([3_000, 6_000, 12_000, 24_000, 48_000, 60_000]);
  expect(missed()).toBe(at.length - 3);
  await pass(200_000);
  expect(vi.getTimerCount()).toBe(0);
});

test("a longer Retry-After holds", async () => {
  let opened = 0;
  const { stop } = follow(async () => {
    opened++;
    throw new ReferralsEmbedError("rate_limit_exceeded", "Too many.", { retryAfter: 20 });
  });
  await pass(19_000);
  expect(opened).toBe(1);
  await pass(1_000);
  expect(opened).toBe(2);
  stop();
});

test("while all places of streams are taken it waits as it is told and reads the figures instead, each time", async () => {
  let opened = 0;
  const { heard, missed, stop } = follow(async () => {
    opened++;
    throw new ReferralsEmbedError("rate_limit_exceeded", "More than 5,000 streams.", { retryAfter: 30 });
  });
  await pass(30_000 * 3 + 48_000);
  expect([opened, missed(), heard]).toEqual([5, 2, []]);
  stop();
});

test.each(["forbidden", "unauthorized"] as const)("%s is final, also after the page was hidden", async (code) => {
  let opened = 0;
  const { stop } = follow(async () => {
    opened++;
    throw new ReferralsEmbedError(code, "No.");
  });
  await pass(100_000);
  document.dispatchEvent(new Event("visibilitychange"));
  await pass(100_000);
  expect(opened).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
  stop();
});

test("a connection without a heartbeat for 45 s is given up; one with heartbeats is not", async () => {
  let opened = 0;
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const { heard, stop } = follow(async (_, signal) => {
    opened++;
    return new ReadableStream({
      start(given) {
        controller = given;
        signal.addEventListener("abort", () => given.error(signal.reason));
      },
    });
  });
  await pass(40_000);
  controller.enqueue(bytes(": \n\n"));
  await pass(40_000);
  controller.enqueue(bytes("event: stats\ndata: 1\n\n"));
  await pass(40_000);
  expect([opened, heard]).toEqual([1, ["stats 1"]]);
  await pass(10_000);
  expect(opened).toBe(2);
  stop();
});

test("paced work runs at once, then at most once a pause, and not after it is stopped", async () => {
  let runs = 0;
  const work = paced(() => runs++, 1_000);
  work.ask();
  work.ask();
  work.ask();
  expect(runs).toBe(1);
  await pass(1_000);
  expect(runs).toBe(2);
  await pass(5_000);
  expect(runs).toBe(2);
  work.ask();
  work.ask();
  work.stop();
  await pass(5_000);
  expect(runs).toBe(3);
});
