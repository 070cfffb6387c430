import { availableParallelism } from "node:os";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { CheckQueue } from "../../src/clicks/redirect/check-queue.ts";

const atOnce = Math.max(1, Math.min(4, availableParallelism() - 1));

it("checks a few passwords at once, ten of one address at most, and lets others wait for their turn (L7)", async () => {
  const queue = new CheckQueue();
  let running = 0;
  let most = 0;
  const check = async (): Promise<boolean> => {
    most = Math.max(most, (running += 1));
    await setTimeout(5);
    running -= 1;
    return false;
  };
  const ofOne = Array.from({ length: 120 }, () => queue.run("203.0.113.9", check));
  const ofOthers = Array.from({ length: 20 }, (_, index) => queue.run(`198.51.100.${index}`, check));
  expect((await Promise.all(ofOne)).filter((answer) => answer === undefined)).toHaveLength(110);
  expect(await Promise.all(ofOthers)).toEqual(ofOthers.map(() => false));
  expect(most).toBe(atOnce);
  expect(await queue.run("203.0.113.9", async () => true)).toBe(true);
});

it("has places for so many, counts an IPv6 network as one address, and gives back the place of a check that failed (L7)", async () => {
  const queue = new CheckQueue();
  const held = Array.from({ length: 100 }, (_, index) => queue.run(`198.51.100.${index}`, () => setTimeout(20, true)));
  expect((await Promise.all(held)).filter((answer) => answer === undefined)).toHaveLength(100 - 64 - atOnce);
  const network = Array.from({ length: 12 }, (_, index) => queue.run(`2001:db8::${index}`, () => setTimeout(5, true)));
  expect((await Promise.all(network)).filter((answer) => answer === undefined)).toHaveLength(2);
  for (let tries = 0; tries < 20; tries += 1) {
    await expect(queue.run("203.0.113.9", () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  }
  expect(await queue.run("203.0.113.9", async () => true)).toBe(true);
});
