import { z } from "@hono/zod-openapi";
import { hasHiddenMarks, hiddenMarksProblem } from "referrals-embed/rules";

const label = z
  .string()
  .min(1)
  .refine((text) => !hasHiddenMarks(text), hiddenMarksProblem);

const base = {
  key: z
    .string()
    .min(1)
    .meta({ description: "Name of the field in what is sent; unique in its form.", examples: ["company"] }),
  label: label.describe("The question as it is shown."),
  required: z.boolean().describe("Whether it must be answered."),
  locked: z.boolean().describe("Filled by the program: shown, never asked."),
  position: z.int().min(0).describe("Fields are shown in this order."),
};
const maxLength = z.int().min(1).optional();
export const formFieldOption = z
  .strictObject({
    label: label.describe("The choice as it is shown."),
    value: z
      .string()
      .min(1)
      .meta({ description: "What is sent for it.", examples: ["company"] }),
  })
  .describe("A choice of a select field.");

export const formField = z
  .discriminatedUnion("type", [
    z.strictObject({
      ...base,
      type: z.literal("text").describe("What is asked for."),
      constraints: z
        .strictObject({
          maxLength: maxLength.describe("Greatest number of characters."),
          pattern: z.string().max(200).optional().describe("Regular expression the whole text must match."),
        })
        .optional()
        .describe("What the text must be like."),
    }),
    z.strictObject({
      ...base,
      type: z.literal("textarea").describe("What is asked for."),
      constraints: z
        .strictObject({ maxLength: maxLength.describe("Greatest number of characters.") })
        .optional()
        .describe("What the text must be like."),
    }),
    z.strictObject({
      ...base,
      type: z.enum(["select", "multiSelect"]).describe("What is asked for."),
      options: z.array(formFieldOption).min(2).describe("The choices."),
    }),
    z.strictObject({ ...base, type: z.enum(["country", "date", "number", "phone"]).describe("What is asked for.") }),
  ])
  .describe("A field of a referral or application form.");

export const referralForm = z
  .strictObject({ fields: z.array(formField).min(1).describe("The questions.") })
  .describe("A form: at least one field.")
  .openapi("ReferralForm");

export const formValues = z
  .record(z.string(), z.any())
  .openapi({ type: "object" })
  .describe("Values of a form; the form itself says which are right.");
