import { ReferralsError } from "../contract/errors.ts";
import type { EnrollmentAction, EnrollmentActionResult, EnrollmentStatus, Referral } from "../contract/index.ts";
import { resultOf } from "./access.ts";
import { type DemoCall, isRecord } from "./call.ts";
import { dayMs, demoNow } from "./clock.ts";
import { type DemoState, referralAt } from "./demo-state.ts";
import { matchesNatively, readFormValues } from "../rules/form-values.ts";
import { check } from "./query.ts";

const targets: Record<EnrollmentAction, EnrollmentStatus | null> = {
  accept: "approved",
  decline: "declined",
  leave: "deactivated",
  reapply: "pending",
  withdraw: null,
};

/** Does the action the path names; one already in its target changes nothing, any other is 409. */
export function act(state: DemoState, { id }: DemoCall): EnrollmentActionResult {
  const action = id as EnrollmentAction;
  const target = targets[action];
  if (state.status === target) return resultOf(state);
  if (state.status === "invited" && action === "accept" && state.statusEnds <= demoNow) {
    throw new ReferralsError("invite_expired", "The invitation expired. Ask for a new one.");
  }
  if (!resultOf(state).actions.includes(action)) {
    throw new ReferralsError("conflict", `No ${action} while ${state.status}.`);
  }
  if (target) Object.assign(state, { status: target, statusEnds: demoNow + 30 * dayMs });
  else state.removed = true;
  return resultOf(state);
}

/** Checks the values against the program's form and files the referral. */
export function createReferral({ scene, referrals }: DemoState, { body }: DemoCall): Referral {
  const given = body.values;
  check(isRecord(given), "invalid_type: values: required, an object");
  const form = scene.referralForm;
  if (!form) throw new ReferralsError("not_found", "The program has no form.");
  const values = readFormValues(form, given, matchesNatively);
  const same = JSON.stringify(values);
  if (referrals.some((sent) => JSON.stringify(sent.values) === same)) {
    throw new ReferralsError("conflict", "Sent before. Change a value.");
  }
  const referral = referralAt(demoNow + referrals.length, 9, "pending", values);
  referrals.unshift(referral);
  return referral;
}
