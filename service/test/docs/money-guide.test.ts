import { readFileSync } from "node:fs";
import { holdReasons, payoutStatuses } from "referrals-embed/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";

const guide = readFileSync(new URL("../../../docs/guides/money.md", import.meta.url), "utf8");
const rowsBelow = (heading: string): string[][] =>
  guide
    .split(`\n## ${heading}\n`)[1]!
    .split("\n## ", 1)[0]!
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(2)
    .map((line) => line.slice(2, -2).split(" | "));

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

it("the worked example says what the service answers on each of its days", async () => {
  const call = async (method: string, path: string, body?: object): Promise<any> => {
    const answer = await service.request(method, path, body && { body });
    expect([path, answer.body, answer.status < 300]).toEqual([path, answer.body, true]);
    return answer.body;
  };
  await call("PATCH", "/program", { holdingPeriodDays: 30, minPayoutAmount: 2000 });
  const [group] = await call("GET", "/groups");
  const reward = { event: "sale", type: "percentage", amount: 25, maxDuration: 12 };
  await call("PATCH", `/groups/${group.id}`, { saleRewardId: (await call("POST", "/rewards", reward)).id });
  service.clock.set("2026-03-01T12:00:00Z");
  const ada = await service.createPartner({ name: "Ada" });
  await call("PUT", `/partners/${ada.id}/payout-method`, { method: "manual" });

  const vera = "vera";
  const pay = (invoiceId: string) => () =>
    call("POST", "/track/sale", { customerExternalId: vera, amount: 8000, currency: "usd", invoiceId });
  const run = async (): Promise<void> => {
    await call("POST", "/payouts/run", {});
    const open = await call("GET", "/payouts?status=pending");
    for (const { id } of open) {
      await call("PATCH", `/payouts/${id}`, { status: "completed", reference: id });
    }
  };
  let clickId = "";
  const steps: (() => Promise<unknown>)[] = [
    async () => (clickId = await storeClick(service, ada.links![0]!.id)),
    () => call("POST", "/track/lead", { clickId, eventName: "Sign up", customerExternalId: vera }),
    pay("march"),
    () => call("POST", "/track/refund", { invoiceId: "march", amount: 2000 }),
    pay("april"),
    run,
    pay("may"),
    run,
    () => call("POST", "/track/refund", { invoiceId: "april", amount: 4000 }),
    run,
  ];
  const rows = rowsBelow("One customer, from click to payout");
  expect(rows).toHaveLength(steps.length);
  for (const [index, [date, what, ...told]] of rows.entries()) {
    service.clock.set(dayOf(date!));
    await steps[index]!();
    const key = await service.embedToken(ada.id);
    const { earnings } = (await service.request("GET", "/embed/referrals", { key })).body;
    const clearing: { date: string; amount: number }[] = earnings.clearing;
    const later = clearing.reduce((sum, { amount }) => sum + amount, 0);
    expect([date, what, ...[later, earnings.ready, earnings.paid].map(dollars)]).toEqual([date, what, ...told]);
    const [, clears] = /clears on (\d+ \w+)$/.exec(what!) ?? [];
    if (clears) expect([date, clearing.at(-1)?.date]).toEqual([date, dayOf(clears)]);
  }
});

/** Noon of a day of 2026 that is written as in the guide. */
const dayOf = (day: string): string => new Date(`${day} 2026 12:00:00Z`).toISOString();

const dollars = (cents: number): string => `${cents < 0 ? "-" : ""}$${(Math.abs(cents) / 100).toFixed(2)}`;

it.each([
  ["Why a commission is on hold", holdReasons],
  ["What becomes of a payout", payoutStatuses],
])("%s: every value that the API knows is there", (heading, values) => {
  const named = rowsBelow(heading).flatMap(([first]) => first!.match(/\w+/g));
  expect(named.toSorted()).toEqual([...values].toSorted());
});
