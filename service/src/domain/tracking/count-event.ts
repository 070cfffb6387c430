import { addToRollUps } from "../../store/queries/roll-ups.ts";
import type { Facets } from "../../store/queries/roll-up-dimensions.ts";
import { moveCounters, type ClickRow, type CounterDelta } from "../../store/queries/tracking.ts";
import type { Context } from "../context.ts";

/** What carries an event's counts: its link, and whose it is. */
export interface CountedLink {
  linkId: string;
  enrollmentId: string | null;
  programId: string | null;
}

/** Moves the counters of link and enrollment and the sums over time together, in the transaction of the cause (V1, I32). */
export async function countEvent(
  ctx: Context,
  { linkId, enrollmentId, programId }: CountedLink,
  at: Date,
  click: ClickRow | null,
  delta: CounterDelta,
): Promise<void> {
  if (Object.values(delta).every((amount) => amount === 0)) return;
  await moveCounters(ctx.db, linkId, enrollmentId, delta);
  const sums = [{ workspaceId: ctx.workspaceId, programId, linkId, at, facets: facetsOf(click), ...delta }];
  await addToRollUps(ctx.db, sums, sums);
}

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

/** Leads and sales count under the facets of their click. */
function facetsOf(click: ClickRow | null): Facets {
  return click ?? noFacets;
}
