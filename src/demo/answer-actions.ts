import { ReferralsError } from "../contract/errors.ts";
import type {
  EnrollmentAction,
  EnrollmentActionResult,
  EnrollmentStatus,
  FormValues,
  Invitation,
  Referral,
  ReferralForm,
} from "../contract/index.ts";
import { resultOf } from "./access.ts";
import { type DemoCall, isRecord } from "./call.ts";
import { dayMs, joinedAt } from "./clock.ts";
import { demoId } from "./demo-id.ts";
import { type DemoState, referralAt } from "./demo-state.ts";
import { isAsked, matchesNatively, readFormValues } from "../rules/form-values.ts";
import { check } from "./query.ts";

const targets: Record<Exclude<EnrollmentAction, "apply" | "reapply">, EnrollmentStatus | null> = {
  accept: "approved",
  decline: "declined",
  leave: "deactivated",
  withdraw: null,
};

/** Does the action the path names; one already in its target changes nothing, any other is 409. */
export function act(state: DemoState, { id }: DemoCall): EnrollmentActionResult {
  const { now } = state.scene;
  const action = id as keyof typeof targets;
  const target = targets[action];
  if (state.status === target) return resultOf(state);
  if (state.status === "invited" && action === "accept" && state.statusEnds <= now) {
    throw new ReferralsError("invite_expired", "The invitation expired. Ask for a new one.");
  }
  if (!resultOf(state).actions.includes(action)) {
    throw new ReferralsError("conflict", `No ${action} while ${state.status}.`);
  }
  if (target) Object.assign(state, { status: target, statusEnds: now + 30 * dayMs });
  else state.removed = true;
  return resultOf(state);
}

/** Files the answers of a partner who waits for the form, or may apply again. */
export function applyAs(state: DemoState, { id, body }: DemoCall): EnrollmentActionResult {
  const action = id as "apply" | "reapply";
  const isDone = state.status === "pending" && (action === "reapply" || state.hasApplied);
  if (!isDone) {
    if (!resultOf(state).actions.includes(action)) {
      throw new ReferralsError("conflict", `No ${action} while ${state.status}.`);
    }
    const answers = readAnswers(state.scene.applicationForm, body.values ?? {});
    Object.assign(state, { status: "pending", statusEnds: state.scene.now + 30 * dayMs, hasApplied: true, answers });
  }
  return resultOf(state);
}

function readAnswers(form: ReferralForm | null, given: unknown): FormValues {
  check(isRecord(given), "invalid_type: values: must be an object");
  if (isAsked(form)) return readFormValues(form, given, { matches: matchesNatively });
  check(Object.keys(given).length === 0, "custom: values: the program asks for none");
  return {};
}

/** The partner's link for bringing in others, and what it came to. */
export function answerInvitation({ scene, program }: DemoState): Invitation {
  const code = demoId("pge", joinedAt(scene.now), 1).slice(4).toLowerCase();
  const url = new URL(program.url);
  url.searchParams.set("invited_by", code);
  return { url: url.href, code, ...scene.broughtIn, currency: scene.currency };
}

/** Checks the values against the program's form and files the referral. */
export function createReferral({ scene, referrals }: DemoState, { body }: DemoCall): Referral {
  const given = body.values;
  check(isRecord(given), "invalid_type: values: required, an object");
  const form = scene.referralForm;
  if (!form) throw new ReferralsError("not_found", "The program has no form.");
  const values = readFormValues(form, given, { matches: matchesNatively });
  const same = JSON.stringify(values);
  if (referrals.some((sent) => JSON.stringify(sent.values) === same)) {
    throw new ReferralsError("conflict", "Sent before. Change a value.");
  }
  const referral = referralAt(scene.now + referrals.length, 9, "pending", values);
  referrals.unshift(referral);
  return referral;
}
