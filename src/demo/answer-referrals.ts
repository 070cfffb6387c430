import { ReferralsError } from "../contract/errors.ts";
import type { Referral } from "../contract/index.ts";
import { isRecord, type DemoCall } from "./call.ts";
import { demoNow } from "./clock.ts";
import { matchesNatively, readFormValues } from "../rules/form-values.ts";
import { check } from "./query.ts";
import { referralAt, type World } from "./world.ts";

/** Checks the values against the program's form and files the referral. */
export function createReferral({ scene, referrals }: World, { body }: DemoCall): Referral {
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
