import { ReferralsError } from "referrals-embed/contract";
import { findCustomerByExternalId, type LinkRow } from "../../store/queries/tracking.ts";
import { isEarning } from "../commissions/statuses.ts";
import { now, type Context } from "../context.ts";
import type { Target } from "./find-target.ts";
import { holdCustomer, type CustomerFacts, type Held } from "./hold-customer.ts";
import type { TrackingProgram } from "./load-program.ts";

/**
 * Locks a customer who is credited to a partner's link without a click: by hand, or by a referral submission (F8). An unbound
 * customer will be bound to the link.
 * @throws conflict when the customer belongs to another partner, or the partner does not earn (A8, A9)
 */
export async function holdForLink(
  ctx: Context,
  program: TrackingProgram,
  facts: CustomerFacts,
  link: LinkRow,
): Promise<Held> {
  const known = await findCustomerByExternalId(ctx.db, ctx.workspaceId, facts.customerExternalId);
  const credit: Target = {
    kind: "click",
    linkId: link.id,
    enrollmentId: link.enrollment_id,
    clickId: null,
    click: null,
    candidates: [],
    ageSeconds: null,
    inside: true,
  };
  const held = await holdCustomer(ctx, program, facts, known, null, credit);
  if (held.customer.link_id && held.customer.enrollment_id !== link.enrollment_id) {
    throw new ReferralsError("conflict", `The customer ${facts.customerExternalId} belongs to another partner.`);
  }
  if (held.target.kind === "click" && !(held.enrollment && isEarning(held.enrollment, now(ctx)))) {
    throw new ReferralsError(
      "conflict",
      `The partner is ${held.enrollment?.status ?? "not enrolled"} and cannot be given customers.`,
    );
  }
  return held;
}
