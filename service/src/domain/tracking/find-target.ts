import { findStoredClick, presentedClicks, type ClickRow, type CustomerRow } from "../../store/queries/tracking.ts";
import { now, type Context } from "../context.ts";
import { chooseClick, type Candidate } from "./choose-click.ts";
import type { TrackingProgram } from "./load-program.ts";

/** Where an event goes, before anything is locked or judged. */
export interface Target {
  /** The customer's binding, the click that would bind an unbound one, or nothing. */
  kind: "bound" | "click" | "none";
  linkId: string | null;
  enrollmentId: string | null;
  clickId: string | null;
  click: ClickRow | null;
  candidates: Candidate[];
  ageSeconds: number | null;
  /** Whether the deciding click lies inside the attribution window (A7). */
  inside: boolean;
}

/** A bound customer's binding (A8), else the deciding one of the presented click and those of deferred calls (A6). */
export async function findTarget(
  ctx: Context,
  program: TrackingProgram,
  customer: CustomerRow | undefined,
  presented: ClickRow | null,
): Promise<Target> {
  if (customer?.link_id) return boundTarget(ctx, customer, presented);
  const earlier = customer ? await presentedClicks(ctx.db, customer.id) : [];
  const candidates = [
    ...(presented
      ? [
          {
            clickId: presented.click_id,
            at: presented.at,
            linkId: presented.link_id,
            enrollmentId: presented.enrollment_id,
          },
        ]
      : []),
    ...earlier
      .filter((row) => row.click_id !== presented?.click_id)
      .map((row) => ({
        clickId: row.click_id,
        at: row.clicked_at,
        linkId: row.link_id,
        enrollmentId: row.enrollment_id,
      })),
  ];
  const settings = { model: program.attribution_model, windowDays: program.attribution_window_days };
  const choice = chooseClick(candidates, settings, now(ctx));
  if (!choice) return nothing;
  const { clickId, linkId, enrollmentId } = choice.click;
  return {
    kind: "click",
    linkId,
    enrollmentId,
    clickId,
    click: clickId === presented?.click_id ? presented : await clickOf(ctx, clickId),
    candidates: candidates.map(({ clickId, at }) => ({ clickId, at })),
    ageSeconds: choice.ageSeconds,
    inside: choice.inside,
  };
}

const nothing: Target = {
  kind: "none",
  linkId: null,
  enrollmentId: null,
  clickId: null,
  click: null,
  candidates: [],
  ageSeconds: null,
  inside: false,
};

async function boundTarget(ctx: Context, customer: CustomerRow, presented: ClickRow | null): Promise<Target> {
  const { link_id: linkId, enrollment_id: enrollmentId, click_id: clickId } = customer;
  const click = clickId === null ? null : clickId === presented?.click_id ? presented : await clickOf(ctx, clickId);
  const ageSeconds = click ? Math.floor((ctx.clock.now() - click.at.getTime()) / 1000) : null;
  return { kind: "bound", linkId, enrollmentId, clickId, click, candidates: [], ageSeconds, inside: true };
}

async function clickOf(ctx: Context, clickId: string): Promise<ClickRow | null> {
  return (await findStoredClick(ctx.db, clickId)) ?? ctx.clicks?.find(clickId) ?? null;
}
