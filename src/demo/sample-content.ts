import type { Bootstrap, FormField, FormFieldOption, ReferralForm } from "../contract/index.ts";
import { landingPage } from "./links.ts";

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

const questions = [
  {
    key: "site",
    label: "Where will you share your link?",
    required: true,
    type: "text",
    constraints: { maxLength: 190 },
  },
  {
    key: "audience",
    label: "Who reads you?",
    required: true,
    type: "select",
    options: options({
      small: "Fewer than 1,000 people",
      medium: "Up to 20,000 people",
      large: "More than 20,000 people",
    }),
  },
  {
    key: "topics",
    label: "What do you write about?",
    required: false,
    type: "multiSelect",
    options: options({ studios: "Studios", freelancing: "Freelancing", bookkeeping: "Bookkeeping" }),
  },
  { key: "start", label: "When do you want to start?", required: false, type: "date" },
  { key: "why", label: "Why us?", required: false, type: "textarea", constraints: { maxLength: 500 } },
] as const;

/** What applicants of the sample program are asked. */
export const demoQuestions: ReferralForm = {
  fields: questions.map((field, position): FormField => ({ ...field, locked: false, position })),
};

function options(labels: Record<string, string>): FormFieldOption[] {
  return Object.entries(labels).map(([value, label]) => ({ label, value }));
}

/** A star on the brand's colour. */
export const logo: string =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path fill='%232867e4' d='M0 0h16v16H0z'/><path fill='%23fff' d='m8 2 1 5 5 1-5 1-1 5-1-5-5-1 5-1z'/></svg>";

/** What partners ask. */
export const faq: Bootstrap["faq"] = [
  {
    question: "When do I get paid?",
    answer: "On the first of each month, for every sale whose 30 days have passed and once 50.00 have come together.",
  },
  {
    question: "How long does a link count?",
    answer: "For 90 days. A sale within that time is yours.",
  },
  { question: "May I use paid ads?", answer: "Yes, but not on the name Northlight." },
  { question: "What happens when a customer is refunded?", answer: "The commission of that sale is taken back." },
];

/** What partners may use. */
export const resources: Bootstrap["resources"] = [
  { type: "logo", name: "Logo", value: `${landingPage}press/logo.svg` },
  { type: "file", name: "Screenshots", value: `${landingPage}press/screenshots.zip` },
  { type: "color", name: "Northlight blue", value: "#2867e4" },
  { type: "color", name: "Night", value: "#0b1020" },
  { type: "link", name: "Partner handbook", value: `${landingPage}handbook` },
];
