import { z } from "@hono/zod-openapi";
import {
  embedSections,
  payoutMethods,
  rewardEvents,
  type Bootstrap,
  type EmbedSection,
} from "referrals-embed/contract";
import { actionResult, earning, embedLink, profile, tokenInfo } from "./embed-data.ts";
import { referralForm } from "./referral-form.ts";

const text = z.string().nullable();
const date = z.iso.datetime();
const money = z.int();
const count = z.int().min(0);
const rewardType = z.enum(["flat", "percentage"]);

const sections = z.strictObject(
  Object.fromEntries(embedSections.map((section) => [section, z.boolean()])) as Record<EmbedSection, z.ZodBoolean>,
);

const program = z.strictObject({
  id: z.string(),
  name: z.string(),
  logo: text,
  brandColor: text,
  url: z.string(),
  currency: z.string(),
  timezone: z.string(),
  minPayoutAmount: money,
  holdingPeriodDays: count,
  termsUrl: text,
  supportEmail: text,
  payoutMethods: z.array(z.enum(payoutMethods)),
  poweredBy: z.boolean(),
});

const reward = z.strictObject({
  id: z.string(),
  event: z.enum(rewardEvents),
  type: rewardType,
  amount: z.number(),
  currency: z.string(),
  maxDurationMonths: count.nullable(),
  maxAmount: money.nullable(),
  description: text,
});

const discount = z.strictObject({
  type: rewardType,
  amount: z.number(),
  maxDuration: count.nullable(),
  description: text,
});

const notice = z.strictObject({
  code: z.enum(["pending", "rejected", "invited", "declined", "deactivated", "banned"]),
  reason: text,
  note: text,
  until: date.nullable(),
});

const linkRules = z.strictObject({
  canCreate: z.boolean(),
  maxLinks: count.nullable(),
  domain: z.string(),
  style: z.enum(["short", "query"]),
  hosts: z.array(z.strictObject({ host: z.string(), mode: z.enum(["exact", "host"]) })),
});

const stats = z.strictObject({
  clicks: count,
  uniqueClicks: count,
  leads: count,
  conversions: count,
  sales: count,
  saleAmount: money.nullable(),
});

const earnings = z.strictObject({
  upcoming: money,
  held: money,
  processed: money,
  paid: money,
  currency: z.string(),
  toMinimum: money,
  nextPayoutAt: date.nullable(),
});

const point = z.strictObject({
  start: date,
  clicks: count,
  leads: count,
  sales: z.int(),
  saleAmount: money.nullable(),
  earnings: money.nullable(),
});

/** Everything the first screen needs. */
export const bootstrap = actionResult
  .extend({
    notice: notice.nullable(),
    token: tokenInfo,
    program,
    sections,
    rewards: z.array(reward),
    discount: discount.nullable(),
    partner: profile.nullable(),
    links: z.array(embedLink).nullable(),
    linksTotal: count.nullable(),
    linkRules: linkRules.nullable(),
    stats: stats.nullable(),
    earnings: earnings.nullable(),
    timeseries: z.array(point).nullable(),
    recentEarnings: z.array(earning).nullable(),
    referralForm: referralForm.nullable(),
    resources: z
      .array(z.strictObject({ type: z.enum(["logo", "link", "color", "file"]), name: z.string(), value: z.string() }))
      .nullable(),
    faq: z.array(z.strictObject({ question: z.string(), answer: z.string() })).nullable(),
    generatedAt: date,
  })
  .openapi("Bootstrap") satisfies z.ZodType<Bootstrap>;
