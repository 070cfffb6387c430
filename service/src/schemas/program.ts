import { z } from "@hono/zod-openapi";
import {
  apiKeyScopes,
  embedSections,
  payoutMethods,
  rewardEvents,
  type ApiKey,
  type ApiKeyInput,
  type Discount,
  type Group,
  type Program,
  type ProgramPatch,
  type Reward,
} from "referrals-embed/contract";
import { referralForm } from "./referral-form.ts";
import { dateTime, text, trimmed } from "./text.ts";

const url = text({ max: 8192 }).regex(/^https?:\/\/\S+$/, "must be an absolute http(s) URL");
const origin = text({ max: 255 }).regex(/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#]+$/, "must be scheme://host[:port]");
const name = trimmed({ min: 1, max: 190 });
const money = z.int().min(0);
/** Greatest count that can be stored. */
const maxInteger = 2_147_483_647;
const holdingPeriods = [0, 7, 14, 30, 60, 90] as const;
const holdingPeriodDays = z.literal(holdingPeriods).openapi({ type: "integer", enum: [...holdingPeriods] });
const sections = z.object(
  Object.fromEntries(embedSections.map((section) => [section, z.boolean()])) as Record<
    (typeof embedSections)[number],
    z.ZodBoolean
  >,
);

const leaderboard = z.object({ amounts: z.enum(["bands", "exact"]), period: z.enum(["all", "30d", "month"]) });
const embed = z.object({
  sections,
  leaderboard,
  faq: z.array(z.object({ question: z.string(), answer: z.string() })).nullable(),
  resources: z
    .array(z.object({ type: z.enum(["logo", "link", "color", "file"]), name: z.string(), value: z.string() }))
    .nullable(),
  termsUrl: url.nullable(),
  supportEmail: z.string().nullable(),
  poweredBy: z.boolean(),
  linkStyle: z.enum(["short", "query"]),
});

const settings = {
  name,
  logo: url.nullable(),
  brandColor: trimmed({ max: 64 }).nullable(),
  url,
  currency: trimmed({ min: 3, max: 3 }),
  timezone: z.string(),
  minPayoutAmount: money,
  holdingPeriodDays,
  attributionModel: z.enum(["last", "first"]),
  attributionWindowDays: z.int().min(1).max(365),
  selfReferral: z.enum(["hold", "allow", "block"]),
  autoApprove: z.boolean(),
  onTenantMismatch: z.enum(["reject", "relink"]),
  allowedOrigins: z.array(origin).max(100),
  fallbackUrl: url.nullable(),
  clickIdParams: z
    .array(text({ max: 64 }).regex(/^[\w.-]+$/, "must be a parameter name"))
    .min(1)
    .max(10),
  payoutMethods: z.array(z.enum(payoutMethods)),
};

/** A program with its settings. */
export const program = z
  .strictObject({ id: z.string(), ...settings, embed })
  .openapi("Program") satisfies z.ZodType<Program>;

/** Body of `PATCH /program`; parts of `embed` may be given alone. */
export const programPatch = z
  .object({ ...settings, embed: embed.partial().extend({ sections: sections.partial().optional() }) })
  .partial() satisfies z.ZodType<ProgramPatch>;

const id = z.string().nullable();
/** Fields of a group. */
export const groupFields = {
  name,
  slug: trimmed({ min: 1, max: 100 }).regex(/^[a-z0-9-]+$/, "must be lower case letters, digits and -"),
  color: z.string().nullable(),
  maxPartnerLinks: z.int().min(0).max(maxInteger).nullable(),
  linkHosts: z.array(z.object({ host: trimmed({ min: 1, max: 253 }), mode: z.enum(["exact", "host"]) })).max(100),
  defaultUrls: z.array(url).max(20),
  referralFormData: referralForm.nullable(),
  clickRewardId: id,
  leadRewardId: id,
  saleRewardId: id,
  referralRewardId: id,
  discountId: id,
  utm: z.record(z.string(), z.string()).nullable(),
};

/** A group of partners. */
export const group = z.strictObject({ id: z.string(), ...groupFields }).openapi("Group") satisfies z.ZodType<Group>;
/** Body of `PATCH /groups/{id}`. */
export const groupPatch = z.object(groupFields).partial() satisfies z.ZodType<Partial<Group>>;
/** Body of `POST /groups`. */
export const groupInput = groupPatch.required({ name: true });

/** Fields of a reward. */
export const rewardFields = {
  event: z.enum(rewardEvents),
  type: z.enum(["flat", "percentage"]),
  amount: z.number().min(0),
  maxDurationMonths: z.int().min(0).max(maxInteger).nullable(),
  maxAmount: money.nullable(),
  description: text({ max: 1000 }).nullable(),
};

/** A reward. */
export const reward = z.strictObject({ id: z.string(), ...rewardFields }).openapi("Reward") satisfies z.ZodType<Reward>;
/** Body of `POST /rewards`. */
export const rewardInput = z.object({
  ...rewardFields,
  maxDurationMonths: rewardFields.maxDurationMonths.default(null),
  maxAmount: rewardFields.maxAmount.default(null),
  description: rewardFields.description.default(null),
}) satisfies z.ZodType<Omit<Reward, "id">>;
/** Body of `PATCH /rewards/{id}`. */
export const rewardPatch = z.object(rewardFields).partial() satisfies z.ZodType<Partial<Reward>>;

/** Fields of a discount. */
export const discountFields = {
  type: z.enum(["flat", "percentage"]),
  amount: z.number().min(0),
  maxDuration: z.int().min(0).max(maxInteger).nullable(),
  description: text({ max: 1000 }).nullable(),
};

/** A discount. */
export const discount = z
  .strictObject({ id: z.string(), ...discountFields })
  .openapi("Discount") satisfies z.ZodType<Discount>;
/** Body of `POST /discounts`. */
export const discountInput = z.object({
  ...discountFields,
  maxDuration: discountFields.maxDuration.default(null),
  description: discountFields.description.default(null),
}) satisfies z.ZodType<Omit<Discount, "id">>;
/** Body of `PATCH /discounts/{id}`. */
export const discountPatch = z.object(discountFields).partial() satisfies z.ZodType<Partial<Discount>>;

/** An API key. */
export const apiKey = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    kind: z.enum(["secret", "publishable"]),
    last4: z.string(),
    scopes: z.array(z.enum(apiKeyScopes)).nullable(),
    expiresAt: z.string().nullable(),
    revokedAt: z.string().nullable(),
    lastUsedAt: z.string().nullable(),
    createdAt: z.string(),
    key: z.string().nullable().optional(),
  })
  .openapi("ApiKey") satisfies z.ZodType<ApiKey>;

/** Body of `POST /api-keys`. */
export const apiKeyInput = z.object({
  name,
  kind: z.enum(["secret", "publishable"]).default("secret"),
  scopes: z.array(z.enum(apiKeyScopes)).min(1).optional(),
  expiresAt: dateTime.nullable().optional(),
}) satisfies z.ZodType<ApiKeyInput>;

/** Path of one object by id. */
export const idParams = z.object({ id: z.string() });
