import { ReferralsError } from "../contract/errors.ts";
import type { EnrollmentAction, EnrollmentActionResult, EnrollmentStatus } from "../contract/index.ts";
import { actionsOf, standingOf } from "./access.ts";
import type { DemoCall } from "./call.ts";

const targets: Record<EnrollmentAction, EnrollmentStatus | null> = {
  accept: "approved",
  decline: "declined",
  leave: "deactivated",
  reapply: "pending",
  withdraw: null,
};

/** Answers an action on the own enrollment; one already in its target changes nothing, any other is 409 (E22, E23). */
export function act(action: EnrollmentAction, { world }: DemoCall): EnrollmentActionResult {
  const target = targets[action];
  if (world.status === target) return standingOf(world);
  if (world.scene.overdue && world.status === "invited" && action === "accept") {
    throw new ReferralsError("invite_expired", "This invitation has expired. Ask the program for a new one.");
  }
  if (!actionsOf(world).includes(action)) {
    throw new ReferralsError("conflict", `${action} is not possible from ${world.status} to ${target ?? "none"}.`);
  }
  if (target) world.status = target;
  else world.removed = true;
  return standingOf(world);
}
