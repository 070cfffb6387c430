import { ReferralsError } from "../contract/errors.ts";
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

/** What each status lets a token read (api-contract §10.2). */
export function accessOf(status: EnrollmentStatus): EmbedAccess {
  if (status === "approved" || status === "archived") return "full";
  return status === "deactivated" ? "read" : "none";
}

/** What the partner may do about the enrollment now. */
export function actionsOf({ status, scene, removed }: World): EnrollmentAction[] {
  if (removed) return [];
  if (status === "approved" || status === "archived") return ["leave"];
  if (status === "invited") return ["accept", "decline"];
  if (status === "pending") return ["withdraw"];
  if (status === "rejected" && scene.overdue) return ["reapply"];
  return status === "declined" && !scene.overdue ? ["accept"] : [];
}

/** Why access is limited; a ban carries no reason. */
export function noticeOf({ status, scene }: World): EmbedNotice | null {
  if (status === "approved" || status === "archived") return null;
  const rejected = status === "rejected";
  const dated = rejected || status === "invited" || status === "declined";
  return {
    code: status,
    reason: rejected ? "needsMoreDetail" : null,
    note: rejected ? "Tell us where you plan to share your link." : null,
    until: dated ? iso(demoNow + (scene.overdue ? -1 : 15) * dayMs) : null,
  };
}

/** Answer of an action, and of the stream's status event. */
export function standingOf(world: World): EnrollmentActionResult {
  return { status: world.status, access: accessOf(world.status), actions: actionsOf(world) };
}

/** Whether the program shows a section. */
export function isShown(world: World, section: EmbedSection): boolean {
  return !world.scene.hidden.includes(section);
}

/** What a route asks of a token before it is run. */
export interface Needs {
  scope: EmbedScope;
  section?: EmbedSection;
  /** Least access of the enrollment; `none` for what works in every status. */
  access: EmbedAccess;
}

/** Refuses with 403 what scope, section or status do not allow. */
export function checkAccess(world: World, { scope, section, access }: Needs): void {
  if (world.removed) throw new ReferralsError("not_found", "There is no enrollment for this token any more.");
  if (!world.scene.scopes.includes(scope)) throw forbidden(`This token lacks the scope ${scope}.`);
  if (section && !isShown(world, section)) throw forbidden(`The program does not show the section ${section}.`);
  const given = accessOf(world.status);
  if (access === "none" || given === "full" || given === access) return;
  throw forbidden("The status of this enrollment does not allow this.");
}

function forbidden(message: string): ReferralsError {
  return new ReferralsError("forbidden", message);
}
