import type { Meta, StoryObj } from "@storybook/react-vite";
import type { FormFieldType } from "../../src/contract/referral-form.ts";
import { Field, type FieldProps } from "../../src/dashboard/forms/Field.tsx";
import type { FieldSpec } from "../../src/dashboard/forms/field-spec.ts";
import { Card } from "../../src/dashboard/ui/Card.tsx";
import { hidden } from "../support/controls.ts";
import { onStage } from "../support/PartStage.tsx";

export default { title: "Parts/Field", decorators: [onStage], argTypes: hidden("locale") } satisfies Meta;

interface FieldArgs {
  required: boolean;
  /** In place of the sample's own. */
  label?: string;
  hint?: string;
  error?: string;
  locked?: string;
}
type Part = StoryObj<FieldArgs>;

const options = [
  { label: "Time tracking", value: "time" },
  { label: "Invoices", value: "invoices" },
  { label: "Reports", value: "reports" },
];
const samples: Readonly<Record<FormFieldType, Partial<FieldSpec>>> = {
  text: { label: "Company", value: "Studio Vermeer", maxLength: 190 },
  textarea: { label: "What should we know?", value: "Wants a call.", maxLength: 500 },
  select: { label: "Team size", options, value: "time" },
  multiSelect: { label: "Interested in", options, value: ["invoices"] },
  country: { label: "Country", value: "NL" },
  date: { label: "Start", value: "2026-11-02" },
  number: { label: "Seats", value: 12 },
  phone: { label: "Phone", value: "+31 20 123 4567" },
};
const long = "An unusually long label that somebody wrote because a short one would have been far too easy to read";

const fields = (args: Partial<FieldArgs>): Part => ({
  args: { required: true, label: "", hint: "", error: "", locked: "", ...args },
  render: ({ required, label, hint, error, locked }) => (
    <Card title="Fields">
      <div className="rf-stack" style={{ maxWidth: 560 }}>
        {(Object.keys(samples) as FormFieldType[]).map((type) => {
          const { value, ...sample } = samples[type];
          const own = { ...(label && { label }), ...(hint && { hint }), ...(locked && { locked }) };
          const filled = error ? {} : { value };
          const spec: FieldProps["spec"] = { name: type, type, label: type, required, ...sample, ...filled, ...own };
          return <Field key={type} spec={spec} error={error || undefined} />;
        })}
      </div>
    </Card>
  ),
});

export const Default: Part = fields({});
export const DefaultDark: Part = { ...Default, globals: { theme: "dark" } };
export const Optional: Part = fields({ required: false, hint: "Helps us to answer faster." });
export const Wrong: Part = fields({ error: "Fill this in." });
export const WrongDark: Part = { ...Wrong, globals: { theme: "dark" } };
export const Locked: Part = fields({ locked: "Filled in by the program" });
export const Long: Part = fields({ label: long, hint: long });
