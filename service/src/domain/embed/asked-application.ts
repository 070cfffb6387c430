import type { Bootstrap, EnrollmentAction } from "referrals-embed/contract";
import { isAsked } from "referrals-embed/rules";
import type { BootstrapRow } from "../../store/queries/embed/embed-bootstrap.ts";
import type { EmbedSession } from "./session.ts";

/** The form for a partner who may apply now, with their last answers. */
export function askedOf(
  { program: { application_form: form }, lastAnswers }: BootstrapRow,
  { partnerId }: EmbedSession,
  actions: readonly EnrollmentAction[],
): Bootstrap["application"] {
  const isDue = actions.includes("apply") || (actions.includes("reapply") && isAsked(form));
  if (!isDue) return null;
  if (!isAsked(form)) return { partnerId, form: null, values: {} };
  const open = new Set(form.fields.filter(({ locked }) => !locked).map(({ key }) => key));
  const values = Object.entries(lastAnswers ?? {}).filter(([key]) => open.has(key));
  return { partnerId, form, values: Object.fromEntries(values) };
}
