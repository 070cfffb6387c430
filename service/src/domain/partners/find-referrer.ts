import { ReferralsError, type ImportedReferredBy } from "referrals-embed/contract";
import { findLiveEnrollment } from "../../store/queries/partners/enrollments.ts";
import { findPartnerByEmail } from "../../store/queries/partners/partners.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import type { Context } from "../context.ts";
import type { DefaultProgram } from "../programs/default-program.ts";
import { emailKey } from "../rules/email-key.ts";
import { enrollmentOfCode } from "../rules/invite-code.ts";

/** Who is brought in, and by whom, as a call says it. */
export interface Introduction {
  named: ImportedReferredBy;
  /** Where the name stood in the body, for messages. */
  path: string;
  /** Who is brought in. */
  self: { partnerId: string | undefined; tenantId: string | null; email: string };
}

/**
 * The enrollment of who brought a new partner in. It is there before the new one and named for good, so that nobody can be brought in
 * by whom they brought in themselves.
 * @throws unprocessable_entity naming the field, for a name that is nobody's in this program and for the partner's own
 */
export async function findReferrer(
  ctx: Context,
  program: DefaultProgram,
  { named, path, self }: Introduction,
): Promise<EnrollmentRow> {
  const [way = "code"] = (["partnerId", "tenantId", "code", "email"] as const).filter(
    (name) => named[name] !== undefined,
  );
  const invalid = (message: string): ReferralsError =>
    new ReferralsError("unprocessable_entity", `invalid_value: ${path}.${way}: ${message}`);
  const isSelf =
    (named.partnerId !== undefined && named.partnerId === self.partnerId) ||
    (named.tenantId !== undefined && named.tenantId === self.tenantId) ||
    (named.email !== undefined && emailKey(named.email) === emailKey(self.email));
  if (isSelf) throw invalid("names the partner itself. Leave it out, or name who brought the partner in");
  const found = await enrollmentNamed(ctx, program, named);
  if (found) return found;
  throw invalid("names no partner of this program. Leave it out, or name who brought the partner in");
}

async function enrollmentNamed(
  ctx: Context,
  { id }: DefaultProgram,
  { partnerId, tenantId, code, email }: ImportedReferredBy,
): Promise<EnrollmentRow | undefined> {
  if (partnerId !== undefined) return findLiveEnrollment(ctx.db, id, { partnerId });
  if (tenantId !== undefined) return findLiveEnrollment(ctx.db, id, { tenantId });
  if (code !== undefined) return findLiveEnrollment(ctx.db, id, { id: enrollmentOfCode(code) });
  const known = email === undefined ? undefined : await findPartnerByEmail(ctx.db, emailKey(email));
  return known && findLiveEnrollment(ctx.db, id, { partnerId: known.id });
}
