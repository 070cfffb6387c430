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

/** Ids of each partner's links, by tenant. */
export type LinkIds = Map<string, string[]>;

/** The time that is played. */
export interface Span {
  /** Nothing happens up to here. */
  fromMs: number;
  endMs: number;
  /** Number of the first customer: no later stretch may use it again. */
  firstCustomer: number;
}

/** Days of visitors: their clicks, and later events of some of them. */
export class Activity {
  readonly #simulation: Simulation;
  readonly #random: Random;
  readonly #span: Span;
  #queue: Happening[] = [];
  #customers: number;

  constructor(simulation: Simulation, random: Random, span: Span) {
    this.#simulation = simulation;
    this.#random = random;
    this.#span = span;
    this.#customers = span.firstCustomer;
  }

  /** Plays one day: its clicks first, then the day's due events, in order. */
  async play(day: number, dayStartMs: number, links: LinkIds): Promise<void> {
    const clicks = await this.#clicksOf(day, dayStartMs, links);
    const { ctx } = this.#simulation;
    const storage = {
      ids: ctx.ids,
      now: () => ctx.clock.now(),
      counting: ctx.config.clickCounting,
      announce: async () => {},
    };
    await ctx.store.transaction((trx) => storeClicks(storage, trx, clicks));
    for (const click of clicks) this.#follow(click);
    const due = this.#queue.filter((happening) => happening.atMs < Math.min(dayStartMs + dayMs, this.#span.endMs));
    this.#queue = this.#queue.filter((happening) => !due.includes(happening));
    // One commit for the day: each operation is a savepoint of it.
    await inTransaction(ctx, async (ctx) => {
      for (const happening of due.sort((a, b) => a.atMs - b.atMs)) {
        this.#simulation.at(happening.atMs);
        await happening.run(ctx);
      }
    });
  }

  async #clicksOf(day: number, dayStartMs: number, linkIds: LinkIds): Promise<ClickRecord[]> {
    const found = await findLinks(this.#simulation.ctx.db, [...linkIds.values()].flat());
    const links = new Map(found.map((link) => [link.id, link]));
    const clicks: ClickRecord[] = [];
    for (const { tenantId, clicksPerDay } of demoPartners) {
      const own = (linkIds.get(tenantId) ?? []).flatMap((id) => links.get(id) ?? []);
      const open = own.filter((link) => !link.disabled_at);
      if (open.length === 0) continue;
      for (let n = this.#random.count(clicksPerDay * pace(day)); n > 0; n -= 1) {
        const atMs = dayStartMs + this.#random.next() * dayMs;
        const link = this.#random.pick(open);
        if (atMs > this.#span.fromMs && atMs < this.#span.endMs) clicks.push(this.#click(link, atMs));
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
    const customer = demoCustomer(this.#random, this.#customers++);
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
    for (let month = 1; saleMs < this.#span.endMs; month += 1, saleMs += 30 * dayMs) {
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

/** Quieter at weekends, and growing over the first months. */
function pace(day: number): number {
  return (0.6 + Math.min(day, 90) / 120) * (day % 7 >= 5 ? 0.6 : 1.1);
}
