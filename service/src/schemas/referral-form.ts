import { z } from "@hono/zod-openapi";
import type { ReferralForm } from "referrals-embed/contract";

const base = {
  key: z.string().min(1),
  label: z.string().min(1),
  required: z.boolean(),
  locked: z.boolean(),
  position: z.int().min(0),
};
const maxLength = z.int().min(1).optional();
const option = z.strictObject({ label: z.string().min(1), value: z.string().min(1) });

const field = z.discriminatedUnion("type", [
  z.strictObject({
    ...base,
    type: z.literal("text"),
    constraints: z.strictObject({ maxLength, pattern: z.string().max(200).optional() }).optional(),
  }),
  z.strictObject({ ...base, type: z.literal("textarea"), constraints: z.strictObject({ maxLength }).optional() }),
  z.strictObject({ ...base, type: z.enum(["select", "multiSelect"]), options: z.array(option).min(2) }),
  z.strictObject({ ...base, type: z.enum(["country", "date", "number", "phone"]) }),
]);

/** A form as a program defines it: shape only; keys, options and patterns are checked by the domain (F1, F3). */
export const referralForm = z
  .strictObject({ fields: z.array(field).min(1) })
  .openapi("ReferralForm") satisfies z.ZodType<ReferralForm>;
