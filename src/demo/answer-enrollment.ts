import type { EnrollmentAction, EnrollmentActionResult, EnrollmentStatus } from "../contract/index.ts";
import { standingOf } from "./access.ts";
import type { DemoCall } from "./call.ts";
import type { World } from "./world.ts";
import { refusal } from "./refusal.ts";

const targets: Record<EnrollmentAction, EnrollmentStatus | null> = {
  accept: "approved",
  decline: "declined",
  leave: "deactivated",
  reapply: "pending",
  withdraw: null,
};

/** Does the action the path names; one already in its target changes nothing, any other is 409. */
export function act(world: World, { id }: DemoCall): EnrollmentActionResult {
  const action = id as EnrollmentAction;
  const target = targets[action];
  if (world.status === target) return standingOf(world);
  if (world.scene.overdue && world.status === "invited" && action === "accept") {
    throw refusal("invite_expired", "The invitation expired. Ask for a new one.");
  }
  if (!standingOf(world).actions.includes(action)) {
    throw refusal("conflict", `No ${action} while ${world.status}.`);
  }
  if (target) world.status = target;
  else world.removed = true;
  return standingOf(world);
}
