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
export async function countEvent(ctx: Context, event: CountedEvent, delta: CounterDelta): Promise<void> {
  if (Object.values(delta).every((amount) => amount === 0)) return;
  const { linkId, programId, at, click } = event;
  await moveCounters(ctx.db, event, delta);
  const sums = [{ workspaceId: ctx.workspaceId, programId, linkId, at, facets: click ?? noFacets, ...delta }];
  await addToRollUps(ctx.db, sums, sums);
}

/** Moves the counts of a recorded event, under the click it came from; one without a link was never counted. */
export async function recountEvent(ctx: Context, event: LeadRow | SaleRow, delta: CounterDelta): Promise<void> {
  const { link_id: linkId, enrollment_id: enrollmentId, program_id: programId, at, click_id: id } = event;
  if (!linkId) return;
  const click = id === null ? null : ((await findClick(ctx, id)) ?? null);
  await countEvent(ctx, { linkId, enrollmentId, programId, at, click }, delta);
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
