import { ReferralsError } from "../contract/errors.ts";
import type { Referral } from "../contract/index.ts";
import type { DemoCall } from "./call.ts";
import { readFormValues } from "./form-values.ts";
import { demoNow, iso } from "./clock.ts";
import { demoId } from "./demo-id.ts";
import { invalid } from "./query.ts";

/** Checks the values against the program's form and files the referral. */
export function createReferral({ world, body }: DemoCall): Referral {
  const given = body.values;
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw invalid("invalid_type", "values", given === undefined ? "required" : "must be an object");
  }
  const form = world.scene.referralForm;
  if (!form) throw new ReferralsError("not_found", "This program has no referral form.");
  const values = readFormValues(form, given as Record<string, unknown>);
  const same = JSON.stringify(values);
  if (world.referrals.some((sent) => JSON.stringify(sent.values) === same)) {
    throw new ReferralsError("conflict", "You already sent these values. Change something, or leave it at that.");
  }
  const at = demoNow + world.referrals.length;
  const referral: Referral = {
    id: demoId("sub", at, 9),
    status: "pending",
    values,
    createdAt: iso(at),
    updatedAt: iso(at),
  };
  world.referrals.unshift(referral);
  return referral;
}
