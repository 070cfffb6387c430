import { z } from "@hono/zod-openapi";
import { isTimeZone } from "referrals-embed/rules";
import type { ProgramFile } from "../domain/workspaces/apply-program.ts";
import { isCurrencyCode } from "../domain/rules/currency-codes.ts";
import { spelling } from "./discount-code.ts";
import { hostName } from "./domain.ts";
import { rate } from "./exchange-rate.ts";
import { discountFields, groupFields, programPatch, rewardFields, rewardInput } from "./program.ts";
import { dateTime, trimmed } from "./text.ts";
import { plan } from "./values.ts";

/** Checks of `domain/programs/rate.ts`, made here so that all mistakes of the file are reported together. */
const whole = {
  path: ["amount"],
  message: "must be whole minor units when flat, per cent with at most 2 decimals when a percentage",
};
function isWhole({ type, amount }: { type: "flat" | "percentage"; amount: number }): boolean {
  const units = type === "flat" ? amount : amount * 100;
  return Math.abs(units - Math.round(units)) < 1e-6;
}

const rewardShape = z.strictObject({
  type: rewardFields.type,
  amount: rewardFields.amount,
  maxDuration: rewardFields.maxDuration.optional(),
  maxDurationMonths: rewardInput.shape.maxDurationMonths,
  maxAmount: rewardFields.maxAmount.default(null).describe("Most a partner earns by one customer; `null` = no limit."),
  description: rewardFields.description.default(null).describe("What partners read of it."),
  conditions: rewardFields.conditions.optional(),
});
const reward = rewardShape.refine(isWhole, whole);
/** A percentage needs a sale amount: clicks and leads pay only flat rewards. */
const flatReward = reward.refine(({ type }) => type === "flat", { path: ["type"], message: "must be flat" });

const discount = z
  .strictObject({
    type: discountFields.type,
    amount: discountFields.amount,
    maxDuration: discountFields.maxDuration.default(null).describe("For how many months; `null` = for good."),
    description: discountFields.description.default(null).describe("What customers read of it."),
  })
  .refine(isWhole, whole);

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
      click: flatReward.nullable().describe("For each day's clicks; flat."),
      lead: flatReward.nullable().describe("For a lead; flat."),
      sale: reward.nullable().describe("For a sale."),
      referral: reward.nullable().describe("For the earnings of partners this one brought in."),
    })
    .partial()
    .optional()
    .describe("What partners of the group earn; `null` = nothing for that event."),
  discount: discount.nullable().optional().describe("What the customers its partners bring save; `null` = nothing."),
});

const currency = z.string().refine(isCurrencyCode, "must be an ISO 4217 currency code such as usd");

export const programFile = z
  .strictObject({
    $schema: z.string().optional().describe("Address of this file's JSON Schema, for editors."),
    workspace: z
      .strictObject({
        slug: trimmed({ min: 1, max: 100 }).describe("Its name for commands; `keys list` and `apply --dump` show it."),
        name: trimmed({ min: 1, max: 190 }).optional().describe("Its name for people."),
        plan: plan.optional(),
        domains: z.array(hostName).optional().describe("Hosts of `LINK_DOMAINS` that it has to itself."),
      })
      .optional()
      .describe("The workspace; one that is not there yet is made."),
    program: z
      .strictObject({
        ...programPatch.shape,
        currency: programPatch.shape.currency
          .unwrap()
          .refine(isCurrencyCode, "must be an ISO 4217 currency code such as usd")
          .optional(),
        timezone: programPatch.shape.timezone
          .unwrap()
          .refine(isTimeZone, "must be an IANA time zone such as Europe/Berlin")
          .optional(),
      })
      .optional()
      .describe("Settings of the program."),
    groups: z
      .array(group)
      .optional()
      .describe("Groups of partners. New partners join the one with the slug `default`."),
    codes: z
      .array(
        z
          .strictObject({
            code: spelling.describe("What the buyer enters; unique in any letter case."),
            partnerId: z
              .string()
              .optional()
              .meta({ description: "The partner, `pn_…`; or `tenantId`.", examples: ["pn_ada"] }),
            tenantId: z
              .string()
              .optional()
              .meta({ description: "The partner's id in your own database.", examples: ["user_42"] }),
          })
          .refine(({ partnerId, tenantId }) => partnerId !== undefined || tenantId !== undefined, {
            path: ["tenantId"],
            message: "must name the partner, or partnerId",
          }),
      )
      .superRefine((codes, { addIssue }) => {
        const seen = new Set<string>();
        for (const [index, { code, partnerId, tenantId }] of codes.entries()) {
          const [name, partner] = [`code ${code.toLowerCase()}`, `partner ${partnerId ?? `of ${tenantId}`}`];
          if (seen.has(name)) addIssue({ code: "custom", path: [index, "code"], message: "is in the file already" });
          else if (seen.has(partner))
            addIssue({ code: "custom", path: [index], message: "names a partner who has a code in the file already" });
          seen.add(name).add(partner);
        }
      })
      .optional()
      .describe("Discount codes of partners who are there already, each on the partner's first link."),
    rates: z
      .array(
        z.strictObject({
          currency: currency.describe("The sale's currency, ISO 4217."),
          rate,
          validFrom: dateTime.optional().describe("From when on it counts. Default: always."),
        }),
      )
      .optional()
      .describe("Exchange rates, for sales in other currencies; a sale without one waits on hold."),
  })
  .describe(
    "A program file, for `referrals-service apply`. A name that is not known is a mistake here; what is not named stays.",
  ) satisfies z.ZodType<ProgramFile>;
