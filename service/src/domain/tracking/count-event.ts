import type { Facets } from "../../store/queries/roll-up-dimensions.ts";
import { addToRollUps } from "../../store/queries/roll-ups.ts";
import { moveCounters } from "../../store/queries/tracking.ts";
import type { Context } from "../context.ts";
import type { ClickRow, CounterDelta, LeadRow, SaleRow } from "../../store/schema/tracking.ts";
import { findClick } from "./find-click.ts";

/** What carries an event's counts: its link, whose it is, and the click it came from. */
export interface CountedEvent {
  linkId: string;
  enrollmentId: string | null;
  programId: string | null;
  at: Date;
  click: ClickRow | null;
}

/** Moves the counters of link and enrollment and the sums over time together, in the transaction of the cause. */
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
  await moveCounters(
    ctx.db,
    moving.map(({ linkId, enrollmentId, delta }) => ({ linkId, enrollmentId, ...delta })),
  );
  const { workspaceId } = ctx;
  const sums = moving.map(({ linkId, programId, at, click, delta }) => {
    return { workspaceId, programId, linkId, at, facets: click ?? noFacets, ...delta };
  });
  await addToRollUps(ctx.db, { byLink: sums, byFacets: sums });
}

/** Moves the counts of a recorded event, under the click it came from; one without a link was never counted. */
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

/** Leads and sales count under the facets of their click; without one nothing is known. */
const noFacets: Facets = {
  country: null,
  region: null,
  city: null,
  device: null,
  browser: null,
  os: null,
  trigger: null,
  referer: null,
};
