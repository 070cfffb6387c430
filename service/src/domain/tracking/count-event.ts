import { ReferralsError } from "referrals-embed/contract";
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

/**
 * Moves the counters of link and enrollment and the sums over time together, in the transaction of the cause (V1, I32).
 * @throws unprocessable_entity when a total would be larger than can be told exactly (N2)
 */
export async function countEvent(
  ctx: Context,
  { linkId, enrollmentId, programId }: CountedLink,
  at: Date,
  click: ClickRow | null,
  delta: CounterDelta,
): Promise<void> {
  if (Object.values(delta).every((amount) => amount === 0)) return;
  const total = await moveCounters(ctx.db, linkId, enrollmentId, delta);
  if (!Number.isSafeInteger(total)) {
    throw new ReferralsError("unprocessable_entity", "too_big: amount: the total would exceed 2^53 - 1 minor units");
  }
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
