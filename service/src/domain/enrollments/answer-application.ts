import { lockEnrollment, updateEnrollment } from "../../store/queries/partners/enrollments.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import { audit } from "../audit.ts";
import type { Context } from "../context.ts";
import { submitApplication, type Answers } from "./submit-application.ts";

/** Whether an enrollment still waits for the partner's answers; it can be reviewed only after them. */
export function awaitsAnswers({
  status,
  application_id: id,
}: Pick<EnrollmentRow, "status" | "application_id">): boolean {
  return status === "pending" && id === null;
}

/**
 * Files the answers an enrollment waits for, in the running transaction; an enrollment that waits for none is not changed.
 * @param read reads the answers, once the enrollment is locked
 */
export async function answerApplication(
  ctx: Context,
  enrollmentId: string,
  read: () => Answers,
): Promise<EnrollmentRow> {
  const before = await lockEnrollment(ctx.db, enrollmentId);
  if (before.removed_at || !awaitsAnswers(before)) return before;
  const answers = read();
  const id = ctx.ids.next("app");
  await updateEnrollment(ctx.db, before, { application_id: id });
  await audit(ctx, {
    operation: "answer application",
    entity: "enrollment.application",
    entityId: before.id,
    changes: { applicationId: { old: null, new: id } },
  });
  const { program_id: programId } = before;
  await submitApplication(ctx, { ...answers, id, enrollmentId, programId, isFirst: true });
  return lockEnrollment(ctx.db, enrollmentId);
}
