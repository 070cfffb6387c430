import type { Application, BroughtInBy, FormValues, ReferralForm } from "referrals-embed/contract";
import { listApplications as listRows, type ApplicationFilter } from "../../store/queries/partners/applications.ts";
import type { RecruitRow } from "../../store/queries/partners/recruits.ts";
import type { Context } from "../context.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { recordOf } from "../record.ts";
import { recruitSignals } from "../rules/recruits.ts";
import { application } from "../../schemas/application.ts";

type Row = Awaited<ReturnType<typeof listRows>>[number];

/** Pending applications of the program, newest first. */
export async function listApplications(ctx: Context, filter: ApplicationFilter): Promise<Application[]> {
  const { id } = await defaultProgram(ctx);
  const rows = await listRows(ctx.db, id, filter);
  return rows.map(toApplication);
}

/** An application as the API shows it. */
export function toApplication(row: Row): Application {
  return {
    id: row.id,
    createdAt: row.submitted_at.toISOString(),
    partner: recordOf(application.shape.partner, row, { id: row.partner_id }),
    referredBy: toReferrer(row.recruit),
    applicationFormData: answers(row.form_snapshot, row.values),
  };
}

/** Who brought a partner in, and whether that may be the same person. */
export function toReferrer(recruit: RecruitRow | null): BroughtInBy | null {
  return recruit && { partnerId: recruit.partnerId, signals: recruitSignals(recruit) };
}

/** The answers by label, as the form asked them then; null without a form. */
function answers(form: ReferralForm | null, values: FormValues): Application["applicationFormData"] {
  if (!form) return null;
  return form.fields
    .toSorted((a, b) => a.position - b.position)
    .map(({ key, label }) => ({ label, value: asText(values[key] ?? null) }));
}

function asText(value: FormValues[string]): string | null {
  if (value === null || value === undefined) return null;
  return Array.isArray(value) ? value.join(", ") : String(value);
}
