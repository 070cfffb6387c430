import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ExhaustedLimits } from "../src/exhausted-limits.ts";
import { limits, sharedLimits } from "../src/limits.ts";
import { testClock } from "./harness.ts";

describe("limits", () => {
  it("stand in the threat model, each with who can exhaust it and who then suffers", () => {
    const text = readFileSync(new URL("../../docs/threat-model.md", import.meta.url), "utf8");
    const rows = Object.entries(limits).map(([name, { amount, seconds, counts, spentBy, suffers }]) => {
      const many = `${amount.toLocaleString("en-US")} ${seconds === 0 ? "at once" : `in ${seconds.toLocaleString("en-US")} s`}`;
      return `| \`${name}\` | ${many} | ${counts} | ${spentBy} | ${suffers} |`;
    });
    expect(text.split("\n").filter((line) => /^\| `\w+` \| [\d,]+ (in|at) /.test(line))).toEqual(rows);
  });
});

describe("an exhausted total", () => {
  it("is logged once a minute for each of its keys, counted, and told for a minute", () => {
    const clock = testClock();
    const logged: unknown[] = [];
    const exhausted = new ExhaustedLimits(clock.now, (fields, message) => void logged.push({ ...fields, message }));
    expect(exhausted.current()).toEqual([]);
    const line = (subject: string) => ({ limit: "storedByPage", subject, message: sharedLimits.storedByPage });
    for (let count = 0; count < 1000; count += 1) exhausted.note("storedByPage", "one");
    exhausted.note("storedByPage", "two");
    expect(logged).toEqual([line("one"), line("two")]);
    expect(exhausted.times("storedByPage")).toBe(1001);
    expect(exhausted.current()).toEqual([sharedLimits.storedByPage]);
    clock.advance(60_000);
    expect(exhausted.current()).toEqual([]);
    exhausted.note("storedByPage", "one");
    expect(logged).toEqual([line("one"), line("two"), line("one")]);
  });
});
