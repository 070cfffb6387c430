import { z } from "@hono/zod-openapi";
import type { ProgramFile } from "../domain/workspaces/apply-program.ts";
import { isCurrencyCode } from "../domain/rules/currency-codes.ts";
import { isRate } from "../domain/rules/rate-text.ts";
import { hostName } from "./domain.ts";
import { discountFields, groupFields, programPatch, rewardFields } from "./program.ts";
import { referralForm } from "./referral-form.ts";
import { dateTime, text, trimmed } from "./text.ts";
import { plan, rejectionReason } from "./values.ts";

const list = z.array(text({ min: 1, max: 255 })).min(1);

const reviewRule = z.strictObject({
  when: z.union([
    z.strictObject({ country: list }),
    z.strictObject({ emailDomain: list }),
    z.strictObject({ field: text({ min: 1, max: 255 }), values: list }),
  ]),
  verdict: z.enum(["approve", "reject"]),
  reason: rejectionReason.optional(),
  note: text({ max: 500 }).optional(),
  reapply: z.enum(["instant", "standard", "never"]).optional(),
});

const condition = z.union([
  z.strictObject({ field: z.enum(["product", "country"]), operator: z.enum(["in", "not_in"]), values: list }),
  z.strictObject({ field: z.literal("amount"), operator: z.enum(["gte", "lt"]), value: z.int().min(0) }),
]);

const reward = z.strictObject({
  type: rewardFields.type,
  amount: rewardFields.amount,
  maxDurationMonths: rewardFields.maxDurationMonths.default(null),
  maxAmount: rewardFields.maxAmount.default(null),
  description: rewardFields.description.default(null),
  conditions: z.array(condition).max(5).optional(),
});

const discount = z.strictObject({
  type: discountFields.type,
  amount: discountFields.amount,
  maxDuration: discountFields.maxDuration.default(null),
  description: discountFields.description.default(null),
});

const byId = {
  clickRewardId: true,
  leadRewardId: true,
  saleRewardId: true,
  referralRewardId: true,
  discountId: true,
} as const;
const group = z.strictObject({
  ...z.object(groupFields).omit(byId).partial().shape,
  slug: groupFields.slug,
  rewards: z
    .strictObject({
      click: reward.nullable(),
      lead: reward.nullable(),
      sale: reward.nullable(),
      referral: reward.nullable(),
    })
    .partial()
    .optional(),
  discount: discount.nullable().optional(),
});

export const programFile = z
  .strictObject({
    workspace: z
      .strictObject({
        slug: trimmed({ min: 1, max: 100 }),
        name: trimmed({ min: 1, max: 190 }).optional(),
        plan: plan.optional(),
        domains: z.array(hostName).optional(),
      })
      .optional(),
    program: z
      .strictObject({
        ...programPatch.shape,
        applicationForm: referralForm.nullable().optional(),
        payoutMethodDelayHours: z.int().min(0).max(72).optional(),
        reviewRules: z.array(reviewRule).optional(),
      })
      .optional(),
    groups: z.array(group).optional(),
    rates: z
      .array(
        z.strictObject({
          currency: z.string().refine(isCurrencyCode, "must be an ISO 4217 currency code"),
          rate: z.string().refine(isRate, "must be a decimal number above 0 in quotes, with at most 10 decimals"),
          validFrom: dateTime.optional(),
        }),
      )
      .optional(),
  })
  .describe(
    "A program file, for `referrals-service apply`. A name that is not known is a mistake here.",
  ) satisfies z.ZodType<ProgramFile>;
