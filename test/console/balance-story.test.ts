import { expect, it } from "vitest";
import { balanceStory, balanceSums } from "../../src/console/screens/partners/balance/balance-story.ts";
import type { Commission, CommissionStatus } from "../../src/contract/records.ts";

const statuses: readonly CommissionStatus[] = [
  "pending",
  "processed",
  "paid",
  "refunded",
  "duplicate",
  "fraud",
  "canceled",
  "hold",
];
const day = (number: number): string => new Date(Date.UTC(2026, 0, number)).toISOString();
/** One commission of each status, positive and negative, some of them in their holding period. */
const rows = statuses.flatMap((status, index) =>
  [1_000 + index, -300 - index].map((earnings, at) => ({
    id: `cm_${index}_${at}`,
    status,
    earnings,
    createdAt: day(1 + index * 2 + at),
    updatedAt: day(60),
    payableAt: day(at === 0 ? 10 : 90),
    paidAt: status === "paid" ? day(40) : null,
  })),
) as Commission[];

it("the lines of a balance add up to it, and so do its parts", () => {
  const { earned, voided, takenBack, paid, balance, held, inPayout, clearing, payable } = balanceSums(
    rows,
    Date.parse(day(30)),
  );
  expect(earned - voided - takenBack - paid).toBe(balance);
  expect(payable + clearing + held + inPayout).toBe(balance);
  expect({ balance, paid, payable, clearing }).toEqual({ balance: 2_100, paid: 700, payable: 1_000, clearing: -300 });
});

it("the running balance ends at the balance, and what was paid at one moment is one step", () => {
  const story = balanceStory(rows);
  expect(story[0]).toMatchObject({ commission: null, change: -700, balance: 2_100 });
  expect(story.filter(({ commission }) => commission === null)).toHaveLength(1);
  expect(story.reduce((sum, { change }) => sum + change, 0)).toBe(2_100);
  expect(story.at(-1)).toMatchObject({ change: 1_000, balance: 1_000 });
});
