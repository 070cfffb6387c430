import fc from "fast-check";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { ClickIds } from "../../src/domain/click-ids.ts";
import { createIds } from "../../src/domain/ids.ts";
import { ClickWindows, type ClickWindow } from "../../src/clicks/redirect/click-windows.ts";
import { visitorOf } from "../../src/clicks/redirect/visitor.ts";

const HOUR = 3_600_000;
const MINUTE = 60_000;
const clickIds = new ClickIds("secret");
const newClickId = (): string => clickIds.make("link_01ARZ3NDEKTSV4RRFFQ69G5FAV", 1_700_000_000_000);

/** What the windows promise, kept in a list: the newest `capacity` of those opened. */
class Model {
  #windows: { key: string; window: ClickWindow }[] = [];
  constructor(readonly capacity: number) {}

  find(key: string, now: number): ClickWindow | undefined {
    const found = this.#windows.findLast((one) => one.key === key)?.window;
    return found && now - found.openedAt < HOUR ? found : undefined;
  }
  open(key: string, window: ClickWindow): void {
    this.#windows = [...this.#windows, { key, window }].slice(-this.capacity);
  }
  close(key: string, clickId: string): void {
    // A closed window still takes its place, as what was opened before it under the same key does.
    if (this.#windows.findLast((one) => one.key === key)?.window.clickId !== clickId) return;
    this.#windows = this.#windows.map((one) => (one.key === key ? { ...one, key: "" } : one));
  }
}

test("keeps the newest windows, each for an hour from its click, whatever is opened, closed and opened again", () => {
  const step = fc.record({
    link: fc.constantFrom("link_a", "link_b"),
    visitor: fc.constantFrom("v1", "v2", "v3"),
    minutes: fc.integer({ min: 0, max: 40 }),
    close: fc.constantFrom(true, false, false),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 6 }), (steps, capacity) => {
      const windows = new ClickWindows(capacity);
      const model = new Model(capacity);
      let now = 1_700_000_000_000;
      for (const { link, visitor, minutes, close } of steps) {
        now += minutes * MINUTE;
        const found = windows.find(link, visitor, now);
        expect(found).toEqual(model.find(link + visitor, now));
        if (found && close) {
          windows.close(link, visitor, found.clickId);
          model.close(link + visitor, found.clickId);
        } else if (!found) {
          const window = { clickId: newClickId(), openedAt: now };
          windows.open(link, visitor, window);
          model.open(link + visitor, window);
        }
      }
    }),
  );
});

test("closes only the window of that click", () => {
  const windows = new ClickWindows(2);
  const window = { clickId: newClickId(), openedAt: 0 };
  windows.open("link", "visitor", window);
  windows.close("link", "visitor", newClickId());
  expect(windows.find("link", "visitor", 1)).toEqual(window);
});

test("tells 500,000 visitors apart in less than 75 MB", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const used = (): number => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const ids = createIds({ now: () => 1_700_000_000_000 });
  const links = Array.from({ length: 200 }, () => ids.next("link"));
  const visits = 500_000;
  const before = used();
  const windows = new ClickWindows();
  let known = 0;
  for (let i = 0; i < visits; i++) {
    const link = links[i % links.length] ?? "";
    const visitor = visitorOf(`10.0.${i}`, "browser", "salt");
    if (windows.find(link, visitor, 1)) known += 1;
    windows.open(link, visitor, { clickId: newClickId(), openedAt: 1 });
  }
  expect(known).toBe(0);
  expect(used() - before).toBeLessThan(75e6);
  expect(windows.find(links[0] ?? "", visitorOf("10.0.0", "browser", "salt"), 2)).toBeDefined();
});
