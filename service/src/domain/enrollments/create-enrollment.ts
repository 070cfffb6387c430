import { ReferralsError, type EnrollmentStatus, type PartnerLinkProps } from "referrals-embed/contract";
import { insertEnrollment, lockEnrollment } from "../../store/queries/partners/enrollments.ts";
import { findGroup } from "../../store/queries/programs/programs.ts";
import { submitApplication, type Answers } from "./submit-application.ts";
import { now, type Context } from "../context.ts";
import type { DefaultProgram } from "../programs/default-program.ts";
import { announceEnrollment } from "./announce-enrollment.ts";
import { ensureDefaultLinks } from "./default-links.ts";
import { recordTransition, statusPatch } from "./perform-transition.ts";
import { rewardsOf } from "./switch-rewards.ts";
import { findTransition } from "../rules/transitions.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import { present } from "../../present.ts";

/** Input of a new enrollment. */
export interface NewEnrollment {
  /** `apply` → pending, `invite` → invited, `create` → approved. */
  operation: "apply" | "invite" | "create";
  partnerId: string;
  tenantId: string | null;
  /** Group id or slug; default the program's default group. */
  groupId?: string | null;
  /** Where `groupId` stood in the body, for the message. */
  groupPath?: string;
  username?: string | null;
  name?: string | null;
  linkProps?: PartnerLinkProps;
  /** Who brought the partner in. */
  referrer?: Pick<EnrollmentRow, "id" | "partner_id"> | undefined;
  /** An applicant's answers. `null` while the partner has yet to answer the form; the application is made then. */
  answers?: Answers | null;
  /** Whether the address came from the join page, and no app vouches for the person. */
  isStranger?: boolean | undefined;
  /** When the partner joined. Default: now. */
  createdAt?: Date | undefined;
}

/**
 * Adds a live enrollment with its figures, group rewards, default links, audit row and events, in the running transaction.
 * @throws unprocessable_entity for a group the program does not have; a unique violation when partner or tenant is enrolled
 */
export async function createEnrollment(
  ctx: Context,
  program: DefaultProgram,
  input: NewEnrollment,
): Promise<EnrollmentRow> {
  const group = await findGroup(ctx.db, program.id, input.groupId ?? null);
  if (!group) throw unknownGroup(input);
  const row = present(findTransition(input.operation, "none"), "the transition");
  const id = ctx.ids.next("pge");
  const answers = input.operation === "apply" ? (input.answers ?? null) : null;
  const applicationId = answers && ctx.ids.next("app");
  const values = {
    ...statusPatch(ctx, row, { before: undefined }),
    ...rewardsOf(group),
    id,
    workspace_id: ctx.workspaceId,
    program_id: program.id,
    partner_id: input.partnerId,
    tenant_id: input.tenantId,
    group_id: group.id,
    application_id: applicationId,
    referred_by_id: input.referrer?.id ?? null,
    created_at: input.createdAt ?? now(ctx),
    status: row.to as EnrollmentStatus,
  };
  const enrollment = await insertEnrollment(ctx.db, values, ctx.config.commissionTotals === "earned");
  const changes = input.referrer && { referredBy: { old: null, new: input.referrer.partner_id } };
  await recordTransition(ctx, row, { after: enrollment, reason: null, changes });
  if (row.links === "default") await ensureDefaultLinks(ctx, enrollment, input);
  if (row.to === "approved") await announceEnrollment(ctx, id);
  if (!applicationId || !answers) return enrollment;
  await submitApplication(ctx, {
    ...answers,
    id: applicationId,
    enrollmentId: id,
    programId: program.id,
    isFirst: true,
    isStranger: input.isStranger,
  });
  return lockEnrollment(ctx.db, id);
}

function unknownGroup(input: NewEnrollment): ReferralsError {
  const path = input.groupPath ?? "groupId";
  const message =
    input.groupId == null ? "the program has no default group" : `the program has no group ${input.groupId}`;
  return new ReferralsError("unprocessable_entity", `invalid_value: ${path}: ${message}`);
}
