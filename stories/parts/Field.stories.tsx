import type { Meta, StoryObj } from "@storybook/react-vite";
import type { FormFieldType } from "../../src/contract/referral-form.ts";
import { Field, type FieldProps } from "../../src/dashboard/forms/Field.tsx";
import type { FieldSpec } from "../../src/dashboard/forms/field-spec.ts";
import { Card } from "../../src/dashboard/ui/Card.tsx";
import { onStage } from "../support/PartStage.tsx";

export default { title: "Parts/Field", decorators: [onStage] } satisfies Meta;

type Part = StoryObj;

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

const fields = (change: (sample: Partial<FieldSpec>) => Partial<FieldSpec>, error?: string): Part => ({
  render: () => (
    <Card title="Fields">
      <div className="rf-stack" style={{ maxWidth: 560 }}>
        {(Object.keys(samples) as FormFieldType[]).map((type) => {
          const spec: FieldProps["spec"] = { name: type, type, label: type, required: true, ...change(samples[type]) };
          return <Field key={type} spec={spec} error={error} />;
        })}
      </div>
    </Card>
  ),
});

export const Default: Part = fields((sample) => sample);
export const DefaultDark: Part = { ...Default, globals: { theme: "dark" } };
export const Optional: Part = fields((sample) => ({ ...sample, required: false, hint: "Helps us to answer faster." }));
export const Wrong: Part = fields((sample) => ({ ...sample, value: undefined }), "Fill this in.");
export const WrongDark: Part = { ...Wrong, globals: { theme: "dark" } };
export const Locked: Part = fields((sample) => ({ ...sample, locked: "Filled in by the program" }));
export const Long: Part = fields((sample) => ({ ...sample, label: long, hint: long }));
