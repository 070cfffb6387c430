import type { FormField, FormFieldOption, ReferralForm } from "../contract/index.ts";

const fields = [
  { key: "name", label: "Full name", required: true, type: "text", constraints: { maxLength: 190 } },
  {
    key: "email",
    label: "Work e-mail",
    required: true,
    type: "text",
    constraints: { maxLength: 190, pattern: "[^@\\s]+@[^@\\s]+\\.[^@\\s]+" },
  },
  { key: "company", label: "Company", required: true, type: "text" },
  { key: "country", label: "Country", required: true, type: "country" },
  {
    key: "size",
    label: "Team size",
    required: false,
    type: "select",
    options: options({ small: "1 to 10", medium: "11 to 100", large: "More than 100" }),
  },
  {
    key: "interests",
    label: "Interested in",
    required: false,
    type: "multiSelect",
    options: options({ time: "Time tracking", invoices: "Invoices", reports: "Reports" }),
  },
  { key: "notes", label: "What should we know?", required: false, type: "textarea", constraints: { maxLength: 500 } },
] as const;

/** The referral form of the sample program. */
export const demoForm: ReferralForm = {
  fields: fields.map((field, position): FormField => ({ ...field, locked: false, position })),
};

function options(labels: Record<string, string>): FormFieldOption[] {
  return Object.entries(labels).map(([value, label]) => ({ label, value }));
}
