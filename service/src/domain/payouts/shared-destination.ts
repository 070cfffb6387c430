import type { SharedDestination } from "referrals-embed/contract";
import { findPayees, otherPartnersPaidAt } from "../../store/queries/money/payouts.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import type { Context } from "../context.ts";
import { tagOf, type Versioned } from "../if-match.ts";
import { findEnrollment } from "../programs/find-enrollment.ts";
import { destinationOf } from "../rules/payout-standing.ts";

/** As many of them as are named: more than a person looks at. */
const mostNamed = 100;

/** Who else is paid where a partner is, and whether a person has allowed it (P9). @throws not_found */
export async function sharedDestination(ctx: Context, id: string): Promise<Versioned<SharedDestination>> {
  return sharedDestinationOf(ctx, await findEnrollment(ctx, { partnerId: id }));
}

/** The same of an enrollment. */
export async function sharedDestinationOf(
  ctx: Context,
  { id, partner_id: partnerId, program_id: programId }: Pick<EnrollmentRow, "id" | "partner_id" | "program_id">,
): Promise<Versioned<SharedDestination>> {
  const [payee] = await findPayees(ctx.db, [id]);
  const destination = payee ? destinationOf(payee) : null;
  const given = { partnerId, programId, limit: mostNamed };
  const partners =
    destination === null ? [] : await otherPartnersPaidAt(ctx.db, ctx.workspaceId, { ...given, destination });
  const releasedAt = payee?.payout_released_at?.toISOString() ?? null;
  // By when the method was set, not by the destination: who reads the version could guess it by that.
  const seen = [payee?.payout_effective_at ?? null, releasedAt, partners.map((partner) => partner.id)];
  return { value: { partnerId, partners, releasedAt }, version: tagOf(seen) };
}
