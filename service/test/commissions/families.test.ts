import { expect, it } from "vitest";
import { correctionsBySource } from "../../src/domain/ledger/families.ts";

it("finds the corrections of 10,000 commissions in one pass: a payout of theirs is canceled while others are answered", () => {
  let reads = 0;
  const rows = Array.from({ length: 20_000 }, (_, n) => ({
    type: n % 2 === 0 ? ("sale" as const) : ("custom" as const),
    get source_id() {
      reads += 1;
      return n % 2 === 0 ? null : `cm_${n - 1}`;
    },
  }));
  const found = correctionsBySource(rows);
  expect(found.get("cm_0")).toEqual([rows[1]]);
  expect(found.size).toBe(10_000);
  expect(reads).toBeLessThanOrEqual(2 * rows.length);
});
