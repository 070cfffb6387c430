import type {
  EmbedAccess,
  EmbedNotice,
  EmbedScope,
  EmbedSection,
  EnrollmentAction,
  EnrollmentActionResult,
  EnrollmentStatus,
} from "../contract/index.ts";
import { dayMs, demoNow, iso } from "./clock.ts";
import type { World } from "./world.ts";
import { refusal } from "./refusal.ts";

/** What each status lets a token read. */
export function accessOf(status: EnrollmentStatus): EmbedAccess {
  if (status === "approved" || status === "archived") return "full";
  return status === "deactivated" ? "read" : "none";
}

/** Where the partner stands and what they may do about it: the answer of an action. */
export function standingOf({ status, removed, scene: { overdue } }: World): EnrollmentActionResult {
  const actions: Partial<Record<EnrollmentStatus, EnrollmentAction[]>> = {
    approved: ["leave"],
    archived: ["leave"],
    invited: ["accept", "decline"],
    pending: ["withdraw"],
    [overdue ? "rejected" : "declined"]: [overdue ? "reapply" : "accept"],
  };
  return { status, access: accessOf(status), actions: (!removed && actions[status]) || [] };
}

/** Why access is limited; a ban carries no reason. */
export function noticeOf({ status, scene }: World): EmbedNotice | null {
  if (status === "approved" || status === "archived") return null;
  const isRejected = status === "rejected";
  const isDated = isRejected || status === "invited" || status === "declined";
  return {
    code: status,
    reason: isRejected ? "needsMoreDetail" : null,
    note: isRejected ? "Tell us where you plan to share your link." : null,
    until: isDated ? iso(demoNow + (scene.overdue ? -1 : 15) * dayMs) : null,
  };
}

/** What a route asks of a token before it is run. */
export interface Needs {
  scope: EmbedScope;
  section: EmbedSection | null;
  /** Least access of the enrollment; `none` for what works in every status. */
  access: EmbedAccess;
}

/** Refuses what scope, section or status do not allow. */
export function checkAccess({ removed, scene, status }: World, { scope, section, access }: Needs): void {
  if (removed) throw refusal("not_found", "This enrollment is gone.");
  allow(scene.scopes.includes(scope), `The token lacks ${scope}.`);
  allow(!section || !scene.hidden.includes(section), `The program hides ${section}.`);
  const given = accessOf(status);
  allow(access === "none" || given === "full" || given === access, `Not allowed while ${status}.`);
}

function allow(holds: boolean, message: string): void {
  if (!holds) throw refusal("forbidden", message);
}
