import { ReferralsError } from "../contract/errors.ts";
import type { EmbedAccess, EmbedScope, EmbedSection, EnrollmentActionResult } from "../contract/index.ts";
import { accessOf, actionsOf, type EnrollmentStanding } from "../rules/standing.ts";
import { dayMs } from "./clock.ts";
import type { DemoState } from "./demo-state.ts";
import type { DemoScene } from "./scene.ts";

/** The enrollment of a state. */
export function standingOf({ status, statusEnds, hasApplied }: DemoState): EnrollmentStanding {
  const until = new Date(statusEnds);
  return {
    status,
    awaitsAnswers: status === "pending" && !hasApplied,
    inviteExpiresAt: until,
    declinedAt: new Date(statusEnds - 30 * dayMs),
    rejectionReason: "needsMoreDetail",
    rejectionNote: "Tell us where you plan to share your link.",
    reapplyTimeframe: "standard",
    reapplyAfter: until,
  };
}

/** Where the partner stands and what they may do about it: the answer of an action. */
export function resultOf(state: DemoState): EnrollmentActionResult {
  const { status, removed } = state;
  if (removed) return { status, access: "none", actions: [] };
  return { status, access: accessOf(status), actions: actionsOf(standingOf(state), state.scene.now) };
}

/** What a route asks of a token before it is run. */
export interface Needs {
  scope: EmbedScope;
  section: EmbedSection | null;
  /** Least access of the enrollment; `none` for what works in every status. */
  access: EmbedAccess;
}

/** Refuses what scope, section or status do not allow. */
export function checkAccess({ removed, scene, status }: DemoState, { scope, section, access }: Needs): void {
  if (removed) throw new ReferralsError("not_found", "This enrollment is gone.");
  allow(scene.scopes.includes(scope), `The token lacks ${scope}.`);
  if (section) checkShown(scene, section);
  const given = accessOf(status);
  allow(access === "none" || given === "full" || given === access, `Not allowed while ${status}.`);
}

/** Refuses what the program hides. */
export function checkShown({ hidden }: DemoScene, section: EmbedSection): void {
  allow(!hidden.includes(section), `The program hides ${section}.`);
}

function allow(holds: boolean, message: string): void {
  if (!holds) throw new ReferralsError("forbidden", message);
}
