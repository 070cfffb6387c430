import type { FormField, ReferralForm } from "../contract/index.ts";

const asked = { required: true, locked: false } as const;
const optional = { required: false, locked: false } as const;

const fields: FormField[] = [
  { ...asked, key: "name", label: "Full name", position: 0, type: "text", constraints: { maxLength: 190 } },
  {
    ...asked,
    key: "email",
    label: "Work e-mail",
    position: 1,
    type: "text",
    constraints: { maxLength: 190, pattern: "[^@\\s]+@[^@\\s]+\\.[^@\\s]+" },
  },
  { ...asked, key: "company", label: "Company", position: 2, type: "text" },
  { ...asked, key: "country", label: "Country", position: 3, type: "country" },
  {
    ...optional,
    key: "size",
    label: "Team size",
    position: 4,
    type: "select",
    options: [
      { label: "1 to 10", value: "small" },
      { label: "11 to 100", value: "medium" },
      { label: "More than 100", value: "large" },
    ],
  },
  {
    ...optional,
    key: "interests",
    label: "Interested in",
    position: 5,
    type: "multiSelect",
    options: [
      { label: "Time tracking", value: "time" },
      { label: "Invoices", value: "invoices" },
      { label: "Reports", value: "reports" },
    ],
  },
  {
    ...optional,
    key: "notes",
    label: "What should we know?",
    position: 6,
    type: "textarea",
    constraints: { maxLength: 500 },
  },
];

/** The referral form of the sample program. */
export const demoForm: ReferralForm = { fields };
