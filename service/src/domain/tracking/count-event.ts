import type { Facets } from "../../store/queries/sums/metrics.ts";
import { addToRollUps } from "../../store/queries/sums/roll-ups.ts";
import { awaitClicks } from "../../store/queries/tracking/awaited-counts.ts";
import { findStoredClick, moveCounters } from "../../store/queries/tracking/tracking.ts";
import type { Context } from "../context.ts";
import type { ClickRow, CounterDelta, LeadRow, SaleRow } from "../../store/schema/tracking.ts";
import { findClick } from "./find-click.ts";

/** The places where an event counts: its link, the link's enrollment, and the click it came from. */
export interface CountedEvent {
  linkId: string;
  enrollmentId: string | null;
  programId: string | null;
  at: Date;
  click: ClickRow | null;
}

/** Changes the counters of link and enrollment and the sums over time together, in the transaction of the cause. */
export function countEvent(ctx: Context, event: CountedEvent, delta: CounterDelta): Promise<void> {
  return countEvents(ctx, [{ ...event, delta }]);
}

/** The same for several events at once. */
export async function countEvents(
  ctx: Context,
  events: readonly (CountedEvent & { delta: CounterDelta })[],
): Promise<void> {
  const moving = events.filter(({ delta }) => Object.values(delta).some((amount) => amount !== 0));
  if (moving.length === 0) return;
  const waiting = moving.flatMap(({ click }) => (click?.isWaiting ? [click] : []));
  await moveCounters(ctx.db, [
    ...moving.map(({ linkId, enrollmentId, delta }) => ({ linkId, enrollmentId, ...delta })),
    // Storing a click takes the lock of its link. So the click is stored by now, or will find the counts that wait for it.
    ...waiting.map((click) => ({ linkId: click.link_id, enrollmentId: null })),
  ]);
  const stored = await storedOf(ctx, waiting);
  const { workspaceId } = ctx;
  const sums = moving.map(({ linkId, programId, at, click, delta }) => {
    const facets = click?.isWaiting ? stored.get(click.click_id) : click;
    return { workspaceId, programId, linkId, at, facets: facets ?? noFacets, ...delta };
  });
  await addToRollUps(ctx.db, { byLink: sums, byFacets: sums });
  const awaited = moving.flatMap(({ programId, at, click, delta }) => {
    if (!click?.isWaiting || stored.has(click.click_id)) return [];
    const { leads = 0, conversions = 0, sales = 0, saleAmount = 0 } = delta;
    const of = {
      click_id: click.click_id,
      link_id: click.link_id,
      workspace_id: workspaceId,
      program_id: programId ?? "",
    };
    return { ...of, at, leads, conversions, sales, sale_amount: saleAmount };
  });
  if (awaited.length > 0) await awaitClicks(ctx.db, awaited);
}

/** Of the clicks that were waiting, those that are stored by now. */
async function storedOf(ctx: Context, waiting: readonly ClickRow[]): Promise<Map<string, ClickRow>> {
  const stored = new Map<string, ClickRow>();
  for (const id of new Set(waiting.map((click) => click.click_id))) {
    const click = await findStoredClick(ctx.db, id);
    if (click) stored.set(id, click);
  }
  return stored;
}

/** Changes the counts of a recorded event, under its click; an event without a link was never counted. */
export async function recountEvent(ctx: Context, event: LeadRow | SaleRow, delta: CounterDelta): Promise<void> {
  const counted = await countedAs(ctx, event);
  if (counted) await countEvent(ctx, counted, delta);
}

/** How a recorded event was counted; `null` for one without a link. */
export async function countedAs(ctx: Context, event: LeadRow | SaleRow): Promise<CountedEvent | null> {
  const { link_id: linkId, enrollment_id: enrollmentId, program_id: programId, at, click_id: id } = event;
  if (!linkId) return null;
  const click = id === null ? null : ((await findClick(ctx, id)) ?? null);
  return { linkId, enrollmentId, programId, at, click };
}

/** Leads and sales count under the facets of their click; these are unknown without a click, and until it is stored. */
export const noFacets: Facets = {
  country: null,
  region: null,
  city: null,
  device: null,
  browser: null,
  os: null,
  trigger: null,
  referer: null,
};
