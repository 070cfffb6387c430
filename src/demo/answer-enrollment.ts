import { ReferralsError } from "../contract/errors.ts";
import type { EnrollmentAction, EnrollmentActionResult, EnrollmentStatus } from "../contract/index.ts";
import { resultOf } from "./access.ts";
import type { DemoCall } from "./call.ts";
import { dayMs, demoNow } from "./clock.ts";
import type { World } from "./world.ts";

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
  if (world.status === target) return resultOf(world);
  if (world.status === "invited" && action === "accept" && world.statusEnds <= demoNow) {
    throw new ReferralsError("invite_expired", "The invitation expired. Ask for a new one.");
  }
  if (!resultOf(world).actions.includes(action)) {
    throw new ReferralsError("conflict", `No ${action} while ${world.status}.`);
  }
  if (target) Object.assign(world, { status: target, statusEnds: demoNow + 30 * dayMs });
  else world.removed = true;
  return resultOf(world);
}
