import { randomClickId } from "../domain/click-ids.ts";
import { trackLead } from "../domain/tracking/track-lead.ts";
import { trackRefund } from "../domain/tracking/track-refund.ts";
import { trackSale } from "../domain/tracking/track-sale.ts";
import type { Context } from "../domain/context.ts";
import { inTransaction } from "../domain/transaction.ts";
import { storeClicks } from "../clicks/redirect/store-clicks.ts";
import type { ClickRecord } from "../clicks/redirect/click-record.ts";
import { findLinks, type LinkWithTags } from "../store/queries/links/links.ts";
import { demoPartners, demoProgram } from "./demo-program.ts";
import { demoCustomer, demoVisit } from "./demo-visitors.ts";
import type { Random } from "./random.ts";
import type { Enrolled } from "./seed-partners.ts";
import type { Simulation } from "./simulation.ts";

const dayMs = 86_400_000;
const plans = [
  { amount: 1_900, productId: "Solo" },
  { amount: 2_900, productId: "Duo" },
  { amount: 4_900, productId: "Team" },
  { amount: 9_900, productId: "Studio" },
];

/** A lead, sale or refund that follows from a click, at its time. */
interface Happening {
  atMs: number;
  run: (ctx: Context) => Promise<unknown>;
}

/** Ninety days of visitors: their clicks, and later events of some of them. */
export class Activity {
  readonly #simulation: Simulation;
  readonly #random: Random;
  readonly #endMs: number;
  #queue: Happening[] = [];
  #customers = 0;

  constructor(simulation: Simulation, random: Random, endMs: number) {
    this.#simulation = simulation;
    this.#random = random;
    this.#endMs = endMs;
  }

  /** Plays one day: its clicks first, then the day's due events, in order. */
  async play(day: number, dayStartMs: number, enrolled: Enrolled): Promise<void> {
    const clicks = await this.#clicksOf(day, dayStartMs, enrolled);
    const { ctx } = this.#simulation;
    const storage = {
      ids: ctx.ids,
      now: () => ctx.clock.now(),
      counting: ctx.config.clickCounting,
      announce: async () => {},
    };
    await ctx.store.transaction((trx) => storeClicks(storage, trx, clicks));
    for (const click of clicks) this.#follow(click);
    const due = this.#queue.filter((happening) => happening.atMs < Math.min(dayStartMs + dayMs, this.#endMs));
    this.#queue = this.#queue.filter((happening) => !due.includes(happening));
    // One commit for the day: each operation is a savepoint of it.
    await inTransaction(ctx, async (ctx) => {
      for (const happening of due.sort((a, b) => a.atMs - b.atMs)) {
        this.#simulation.at(happening.atMs);
        await happening.run(ctx);
      }
    });
  }

  async #clicksOf(day: number, dayStartMs: number, enrolled: Enrolled): Promise<ClickRecord[]> {
    const ids = [...enrolled.values()].flatMap((partner) => partner.links?.map((link) => link.id) ?? []);
    const links = new Map((await findLinks(this.#simulation.ctx.db, ids)).map((link) => [link.id, link]));
    const clicks: ClickRecord[] = [];
    for (const { tenantId, clicksPerDay } of demoPartners) {
      const link = links.get(enrolled.get(tenantId)?.links?.[0]?.id ?? "");
      if (!link || link.disabled_at) continue;
      for (let n = this.#random.count(clicksPerDay * pace(day)); n > 0; n -= 1) {
        const atMs = dayStartMs + this.#random.next() * dayMs;
        if (atMs < this.#endMs) clicks.push(this.#click(link, atMs));
      }
    }
    return clicks.sort((a, b) => a.at - b.at);
  }

  #click(link: LinkWithTags, atMs: number): ClickRecord {
    const { ids } = this.#simulation.ctx;
    return {
      at: Math.floor(atMs),
      workspaceId: link.workspace_id,
      programId: link.program_id,
      enrollmentId: link.enrollment_id,
      linkId: link.id,
      clickId: randomClickId(ids),
      isUnique: true,
      clickRewardId: null,
      url: link.url,
      ...demoVisit(this.#random, ids.random(32, "0123456789abcdef")),
    };
  }

  /** One visitor in eleven signs up, two of five who do pay, month by month; one payment in twenty is refunded. */
  #follow(click: ClickRecord): void {
    if (this.#random.next() > 0.09) return;
    const customer = demoCustomer(this.#random, (this.#customers += 1));
    const customerExternalId = customer.externalId;
    const leadMs = click.at + this.#random.next() * 3_600_000;
    const lead = {
      clickId: click.clickId,
      eventName: "Sign up",
      customerExternalId,
      customerName: customer.name,
      customerEmail: customer.email,
    };
    this.#later(leadMs, (ctx) => trackLead(ctx, lead));
    if (this.#random.next() > 0.42) return;
    const { amount, productId } = this.#random.pick(plans);
    let saleMs = leadMs + this.#random.next() ** 2 * 9 * dayMs;
    for (let month = 1; saleMs < this.#endMs; month += 1, saleMs += 30 * dayMs) {
      const invoiceId = `in_${customerExternalId}_${month}`;
      const sale = {
        customerExternalId,
        amount,
        currency: demoProgram.currency,
        invoiceId,
        paymentProcessor: "stripe" as const,
        metadata: { productId },
      };
      this.#later(saleMs, (ctx) => trackSale(ctx, sale));
      if (this.#random.next() < 0.05) this.#later(saleMs + 4 * dayMs, (ctx) => trackRefund(ctx, { invoiceId }));
      if (this.#random.next() < 0.12) return;
    }
  }

  #later(atMs: number, run: Happening["run"]): void {
    this.#queue.push({ atMs, run });
  }
}

/** Quieter at weekends, and growing over the months. */
function pace(day: number): number {
  return (0.6 + day / 120) * (day % 7 >= 5 ? 0.6 : 1.1);
}
