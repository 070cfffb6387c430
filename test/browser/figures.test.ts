import fc from "fast-check";
import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Bootstrap, Partner, EmbedEarnings } from "../../src/contract/index.ts";
import { frameOf, render, tiles, unmount, until } from "./drive.ts";
import { startRealService, type RealService } from "./real-service.ts";
import { hostPage, inlineHead, openScene, type Scene, type Tab } from "./scene.ts";

let service: RealService;
let scene: Scene;
let tab: Tab;

beforeAll(async () => {
  [service, scene] = await Promise.all([startRealService(), openScene()]);
  scene.serve("/figures", hostPage('<div id="framed"></div><div id="inline"></div>', inlineHead));
  tab = await scene.open("/figures");
});
afterAll(async () => {
  await scene.close();
  await service.close();
});

/** Something that happens to a partner: of a customer and an invoice by number, so that repeats and refunds meet them. */
type Step =
  | { kind: "click"; link: 0 | 1 }
  | { kind: "lead"; customer: number }
  | { kind: "sale"; customer: number; invoice: number; amount: number }
  | { kind: "refund"; invoice: number; part: boolean }
  /** The program's holding period from now on: with 0 what is earned is ready at once. */
  | { kind: "holding"; days: 0 | 30 }
  /** Payouts: what is ready is collected. */
  | { kind: "collect" }
  /** The program decides about the newest commission. */
  | { kind: "decide"; status: "pending" | "fraud" };

const number = fc.integer({ min: 0, max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("click" as const), link: fc.constantFrom(0 as const, 1 as const) }),
  fc.record({ kind: fc.constant("lead" as const), customer: number }),
  fc.record({
    kind: fc.constant("sale" as const),
    customer: number,
    invoice: number,
    amount: fc.integer({ min: 1, max: 90_000 }),
  }),
  fc.record({ kind: fc.constant("refund" as const), invoice: number, part: fc.boolean() }),
  fc.record({ kind: fc.constant("holding" as const), days: fc.constantFrom(0 as const, 30 as const) }),
  fc.record({ kind: fc.constant("collect" as const) }),
  fc.record({ kind: fc.constant("decide" as const), status: fc.constantFrom("pending" as const, "fraud" as const) }),
);

let runs = 0;
let visitors = 0;

/** Plays steps for a partner of their own; what the service refuses (an unknown invoice, a changed sale) is part of any mix. */
async function play(steps: readonly Step[]): Promise<{ partner: Partner; token: string }> {
  const tenantId = `tenant_${(runs += 1)}`;
  const details = {
    name: `Partner ${runs}`,
    email: `partner-${runs}@mail.test`,
    image: "https://acme.test/p.png",
    tenantId,
  };
  const { publicToken: token } = await service.client.embedTokens.referrals({ tenantId, partner: details });
  const [enrolled] = await service.client.partners.list({ tenantId });
  const second = { url: "https://acme.test/two", partnerId: enrolled!.id, trackConversion: true };
  const links = [enrolled!.links![0]!.shortLink, (await service.client.links.create(second)).shortLink];
  let clickId = await click(links[0]!);
  const clicks = 1 + steps.filter(({ kind }) => kind === "click").length;
  for (const happening of steps) {
    if (happening.kind === "click") clickId = await click(links[happening.link]!);
    else await happen(happening, clickId, { tenantId, partnerId: enrolled!.id }).catch(refused);
  }
  // A read waits for clicks a quarter of a second at most; every one is another visitor's and counts.
  const [partner] = await until(
    async () => await service.client.partners.list({ tenantId }),
    ([found]) => found?.totalClicks === clicks,
  );
  return { partner: partner!, token };
}

async function click(shortLink: string): Promise<string> {
  const agent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.${(visitors += 1)}.0 Safari/537.36`;
  const answer = await fetch(shortLink, { redirect: "manual", headers: { "user-agent": agent } });
  return new URL(answer.headers.get("location")!).searchParams.get("ref_id")!;
}

async function happen(
  happening: Exclude<Step, { kind: "click" }>,
  clickId: string,
  { tenantId, partnerId }: { tenantId: string; partnerId: string },
): Promise<unknown> {
  const { track, program, payouts, commissions } = service.client;
  if (happening.kind === "holding") return program.update({ holdingPeriodDays: happening.days });
  if (happening.kind === "collect") return payouts.create({ partnerId });
  if (happening.kind === "decide") {
    const [newest] = await commissions.list({ partnerId, pageSize: 1 });
    return newest && commissions.update(newest.id, { status: happening.status });
  }
  const customer = (of: number): { customerExternalId: string; clickId: string } => ({
    customerExternalId: `${tenantId}_customer_${of}`,
    clickId,
  });
  if (happening.kind === "lead") return track.lead({ ...customer(happening.customer), eventName: "Sign up" });
  const invoiceId = `${tenantId}_invoice_${happening.invoice}`;
  if (happening.kind === "refund") return track.refund({ invoiceId, ...(happening.part && { amount: 1 }) });
  return track.sale({ ...customer(happening.customer), amount: happening.amount, invoiceId });
}

function refused(error: { status?: number }): void {
  if (![404, 409, 422].includes(error.status ?? 0)) throw error;
}

async function bootstrapOf(token: string): Promise<Bootstrap> {
  const answer = await fetch(`${service.appUrl}/api/embed/referrals`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()) as Bootstrap;
}

it("list, links, bootstrap and both screens show the same figures after any mix of events (I1, I6, I17)", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const { partner, token } = await play(steps);
      const sum = (field: "clicks" | "leads" | "conversions" | "sales" | "saleAmount"): number =>
        partner.links!.reduce((total, link) => total + link[field], 0);
      const { totalClicks, totalLeads, totalConversions, totalSales, totalSaleAmount } = partner;
      const listed = [totalClicks, totalLeads, totalConversions, totalSales, totalSaleAmount];
      expect([sum("clicks"), sum("leads"), sum("conversions"), sum("sales"), sum("saleAmount")]).toEqual(listed);
      const { stats, earnings } = await bootstrapOf(token);
      const { clicks, leads, conversions, sales, saleAmount } = stats!;
      expect([clicks, leads, conversions, sales, saleAmount]).toEqual(listed);
      const { ready, clearing, onTheWay, paid, earned } = earnings!;
      const later = clearing.reduce((total, { amount }) => total + amount, 0);
      expect(ready + later + onTheWay + paid).toBe(earned);
      await onBothScreens(token, [
        `Clicks${totalClicks}`,
        `Leads${totalLeads}`,
        `Sales${totalSales}`,
        `Earnings${usd(earned)}`,
        ...payoutOf(earnings!),
      ]);
    }),
    { numRuns: 8, seed: 20_261_121 },
  );
});

const usd = (minor: number): string => (minor / 100).toLocaleString("en", { style: "currency", currency: "USD" });

/** The amounts of the Payout card: that of the sentence, and where all else stands. */
const payoutAmounts = (where: Page | Frame, root = ""): Promise<string[]> =>
  where.$$eval(`${root} .rf-payout :is(.rf-payout-next, dd)`, (all) =>
    all.map(({ textContent }) => /-?\$[\d,]+\.\d\d/.exec(textContent ?? "")?.[0] ?? ""),
  );

/** The same by the first answer. */
function payoutOf({ nextPayout, onHold, held, paid }: EmbedEarnings): string[] {
  const { kind, amount, payouts, counted, later, onTheWay } = nextPayout!;
  const isSaid = ["payout", "nothing_cleared", "details_missing"].includes(kind);
  const parts = [
    ...payouts.slice(isSaid ? 1 : 0).map((payout) => payout.amount),
    ...(counted === 0 || kind === "negative_balance" ? [] : [counted]),
    ...(later ? [later.amount] : []),
    ...(onTheWay === 0 ? [] : [onTheWay]),
    ...(onHold.length === 0 ? [] : [held]),
    paid,
  ];
  return [kind === "nothing" ? "" : usd(amount), ...parts.map(usd)];
}

/** Waits until the iframe and the host's own tree show tiles and amounts; fails with what they show instead. */
async function onBothScreens(token: string, expected: string[]): Promise<void> {
  const props = { token, appUrl: service.appUrl, locale: "en" };
  await render(tab.page, props, { name: "framed" });
  await render(tab.page, { ...props, mode: "inline" }, { name: "inline" });
  const frame = await frameOf(tab.page, "framed");
  // A frame that still navigates has no tiles yet.
  const read = async (): Promise<string[][]> =>
    Promise.all([
      Promise.all([tiles(frame), payoutAmounts(frame)]).then((parts) => parts.flat()),
      Promise.all([tiles(tab.page, "#inline"), payoutAmounts(tab.page, "#inline")]).then((parts) => parts.flat()),
    ]).catch(() => [[], []]);
  expect(await until(read, (found) => found.every((texts) => texts.join() === expected.join()))).toHaveLength(2);
  await unmount(tab.page, "framed");
  await unmount(tab.page, "inline");
}
