import { z } from "@hono/zod-openapi";
import {
  commissionStatuses,
  commissionTypes,
  embedScopes,
  enrollmentActions,
  enrollmentStatuses,
  payoutMethods,
  payoutStatuses,
  referralStatuses,
  triggers,
  type Earning,
  type EmbedLink,
  type EmbedList,
  type EventRow,
  type Leaderboard,
  type PayoutMethod,
  type PayoutRow,
  type Profile,
  type Referral,
} from "referrals-embed/contract";

const text = z.string().nullable();
const date = z.iso.datetime();
const money = z.int();
const count = z.int().min(0);
const rewardType = z.enum(["flat", "percentage"]);
const customer = z.strictObject({ id: z.string(), label: z.string(), country: text }).nullable();

/** A page of one of the embed's lists. */
export function embedList<T>(item: z.ZodType<T>) {
  return z.strictObject({ data: z.array(item), nextCursor: text, total: count }) satisfies z.ZodType<EmbedList<T>>;
}

/** Life of the token in use. */
export const tokenInfo = z.strictObject({
  expires: date,
  scopes: z.array(z.enum(embedScopes)),
  allowedOrigins: z.array(z.string()).nullable(),
});

/** What a status allows. */
export const actionResult = z.strictObject({
  status: z.enum(enrollmentStatuses),
  access: z.enum(["full", "read", "none"]),
  actions: z.array(z.enum(enrollmentActions)),
});

/** A partner's own profile. */
export const profile = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    email: text,
    image: text,
    username: text,
    description: text,
    country: text,
    companyName: text,
    website: text,
    youtube: text,
    twitter: text,
    linkedin: text,
    instagram: text,
    tiktok: text,
    leaderboardOptIn: z.boolean(),
    leaderboardName: text,
    locale: text,
    timezone: text,
  })
  .openapi("Profile") satisfies z.ZodType<Profile>;

/** A partner's link. */
export const embedLink = z
  .strictObject({
    id: z.string(),
    domain: z.string(),
    key: z.string(),
    shortLink: z.string(),
    url: z.string(),
    shareUrl: z.string(),
    qrCode: z.string(),
    isDefault: z.boolean(),
    archived: z.boolean(),
    clicks: count,
    leads: count,
    conversions: count,
    sales: count,
    saleAmount: money.nullable(),
    createdAt: date,
    updatedAt: date,
  })
  .openapi("EmbedLink") satisfies z.ZodType<EmbedLink>;

/** A commission as its partner sees it. */
export const earning = z
  .strictObject({
    id: z.string(),
    type: z.enum(commissionTypes),
    amount: money,
    earnings: money,
    currency: z.string(),
    status: z.enum(commissionStatuses),
    quantity: z.int(),
    description: text,
    statusReason: text,
    createdAt: date,
    payableAt: date.nullable(),
    paidAt: date.nullable(),
    payout: z.strictObject({ id: z.string(), status: z.enum(payoutStatuses) }).nullable(),
    customer,
    link: z.strictObject({ id: z.string(), shortLink: z.string(), url: z.string() }).nullable(),
    sourceId: text,
    rule: z.strictObject({ rewardId: text, type: rewardType, amount: z.number(), capped: z.boolean() }).nullable(),
  })
  .openapi("Earning") satisfies z.ZodType<Earning>;

/** A bucket of the earnings timeseries. */
export const earningPoint = z.strictObject({
  start: date,
  earnings: money,
  groups: z.record(z.string(), money).optional(),
});

/** A payout as its partner sees it. */
export const payoutRow = z
  .strictObject({
    id: z.string(),
    amount: money,
    currency: z.string(),
    status: z.enum(payoutStatuses),
    method: z.enum(payoutMethods).nullable(),
    periodStart: date.nullable(),
    periodEnd: date.nullable(),
    createdAt: date,
    initiatedAt: date.nullable(),
    paidAt: date.nullable(),
    failureReason: text,
    commissionCount: count,
  })
  .openapi("PayoutRow") satisfies z.ZodType<PayoutRow>;

/** An event as its partner sees it. */
export const eventRow = z
  .strictObject({
    id: z.string(),
    event: z.enum(["click", "lead", "sale"]),
    timestamp: date,
    eventName: text,
    link: z.strictObject({ id: z.string(), shortLink: z.string() }),
    country: text,
    city: text,
    device: text,
    browser: text,
    os: text,
    referer: text,
    trigger: z.enum(triggers),
    customer,
    sale: z.strictObject({ amount: money, currency: z.string() }).nullable(),
    earnings: money.nullable(),
  })
  .openapi("EventRow") satisfies z.ZodType<EventRow>;

/** The leaderboard. */
export const leaderboard = z
  .strictObject({
    available: z.boolean(),
    reason: z.enum(["too_few_partners"]).nullable(),
    period: z.enum(["all", "30d", "month"]),
    participants: count,
    data: z.array(
      z.strictObject({ rank: count, name: text, isMe: z.boolean(), earnings: money.nullable(), band: text }),
    ),
    me: z.strictObject({
      rank: count.nullable(),
      earnings: money.nullable(),
      band: text,
      optedIn: z.boolean(),
    }),
  })
  .openapi("Leaderboard") satisfies z.ZodType<Leaderboard>;

/** A referral a partner sent. */
export const referral = z
  .strictObject({
    id: z.string(),
    status: z.enum(referralStatuses),
    values: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string()), z.null()])),
    createdAt: date,
    updatedAt: date,
  })
  .openapi("Referral") satisfies z.ZodType<Referral>;

/** How a partner is paid. */
export const payoutMethod = z
  .strictObject({
    method: z.enum(payoutMethods).nullable(),
    destination: text,
    available: z.array(z.enum(payoutMethods)),
    payoutsEnabledAt: date.nullable(),
    effectiveAt: date.nullable(),
  })
  .openapi("PayoutMethod") satisfies z.ZodType<PayoutMethod>;
