import {
  findCustomerByExternalId,
  lockCustomer,
  lockEnrollments,
  type ClickRow,
  type CustomerRow,
  type EnrollmentRow,
} from "../../store/queries/tracking.ts";
import { now, type Context } from "../context.ts";
import { findTarget, type Target } from "./find-target.ts";
import type { TrackingProgram } from "./load-program.ts";

/** What a call says of its customer. */
export interface CustomerFacts {
  customerExternalId: string;
  customerName?: string | null;
  customerEmail?: string | null;
  customerAvatar?: string | null;
  /** Where no click tells it: ISO 3166-1 alpha-2. */
  customerCountry?: string;
}

/** A customer and the enrollments an event of theirs may pay, all locked. */
export interface Held {
  customer: CustomerRow;
  target: Target;
  /** The enrollment the target names. */
  enrollment: EnrollmentRow | null;
  /** Who brought that one in (C15). */
  referrer: EnrollmentRow | null;
}

/**
 * Locks enrollments, then the customer, creating one that is unknown (N6). The binding is read before it is locked, so it is
 * read again: a customer bound in between is taken as it is now.
 * @param credit where an unbound customer goes without a click
 */
export async function holdCustomer(
  ctx: Context,
  program: TrackingProgram,
  facts: CustomerFacts,
  known: CustomerRow | undefined,
  presented: ClickRow | null,
  credit?: Target,
): Promise<Held> {
  const target = credit && !known?.link_id ? credit : await findTarget(ctx, program, known, presented);
  const enrollments = await lockEnrollments(ctx.db, target.enrollmentId ? [target.enrollmentId] : []);
  const customer = known ? await lockCustomer(ctx.db, known.id) : await createCustomer(ctx, facts);
  if (customer.link_id !== (known?.link_id ?? null)) {
    return holdCustomer(ctx, program, facts, customer, presented, credit);
  }
  const enrollment = enrollments.get(target.enrollmentId ?? "") ?? null;
  return { customer, target, enrollment, referrer: enrollments.get(enrollment?.referred_by_id ?? "") ?? null };
}

/** Two first calls for one customer make one: the loser waits for the winner's row and takes it. */
async function createCustomer(ctx: Context, facts: CustomerFacts): Promise<CustomerRow> {
  const made = await ctx.db
    .insertInto("customers")
    .values({
      id: ctx.ids.next("cus"),
      workspace_id: ctx.workspaceId,
      external_id: facts.customerExternalId,
      name: facts.customerName || null,
      email: facts.customerEmail || null,
      avatar: facts.customerAvatar || null,
      country: facts.customerCountry ?? null,
      created_at: now(ctx),
    })
    .onConflict((conflict) => conflict.columns(["workspace_id", "external_key"]).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made) return made;
  const winner = await findCustomerByExternalId(ctx.db, ctx.workspaceId, facts.customerExternalId);
  return lockCustomer(ctx.db, winner!.id);
}
