import { z } from "@hono/zod-openapi";
import { parseUrl } from "referrals-embed/rules";
import type { Discount, EmbedSection } from "referrals-embed/contract";
import { mailTexts } from "./mail-texts.ts";
import { referralForm } from "./referral-form.ts";
import { dateTime, text, trimmed } from "./text.ts";
import { apiKeyScope, holdReason, payoutMethodName, rejectionReason, rewardEvent } from "./values.ts";

const url = text({ max: 8192 }).regex(/^https?:\/\/\S+$/, "must be an absolute http(s) URL");
const origin = text({ max: 255 }).regex(
  /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#*@\\]+$/,
  "must be scheme://host[:port], without wildcard",
);
const name = trimmed({ min: 1, max: 190 });
const money = z.int().min(0);
/** Largest count that can be stored. */
const maxInteger = 2_147_483_647;
const holdingPeriods = [0, 7, 14, 30, 60, 90] as const;
const holdingPeriodDays = z.literal(holdingPeriods).openapi({ type: "integer", enum: [...holdingPeriods] });
/** Parts of the dashboard that a program can switch on or off. */
export const sectionFields = {
  links: z.boolean().describe("List of links, and making new ones."),
  earnings: z.boolean().describe("What the partner earns; off, earnings are left out everywhere."),
  revenue: z.boolean().describe("Value of sales; off, it is `null` everywhere."),
  payouts: z.boolean().describe("List of payouts."),
  analytics: z.boolean().describe("Charts and breakdowns."),
  events: z.boolean().describe("List of clicks, leads and sales."),
  leaderboard: z.boolean().describe("Leaderboard."),
  resources: z.boolean().describe("Logos, colours, files and pages."),
  faq: z.boolean().describe("Questions and answers."),
  referrals: z.boolean().describe("Form for sending referrals, and the link that brings in partners."),
  profile: z.boolean().describe("Profile of the partner."),
  payoutSettings: z.boolean().describe("How the partner is paid."),
  export: z.boolean().describe("Download of the data."),
  live: z.boolean().describe("Figures that change while one looks."),
} satisfies Record<EmbedSection, z.ZodBoolean>;
const sections = z.object(sectionFields);

const leaderboard = z.object({
  amounts: z.enum(["bands", "exact"]).describe("Whether others' earnings are shown in bands or exactly."),
  period: z.enum(["all", "30d", "month"]).describe("The period it covers."),
});
export const faqEntry = z
  .object({
    question: z.string().meta({ description: "The question.", examples: ["When am I paid?"] }),
    answer: z.string().meta({ description: "Its answer.", examples: ["On the first of each month."] }),
  })
  .describe("A question of the program's FAQ.");

export const programResource = z
  .object({
    type: z
      .enum(["logo", "link", "color", "file"])
      .describe("What `value` is: a colour, or the URL of a logo, file or page."),
    name: z.string().meta({ description: "What it is called.", examples: ["Logo"] }),
    value: z.string().meta({ description: "URL, or CSS colour.", examples: ["https://acme.example/logo.svg"] }),
  })
  .refine(({ type, value }) => type === "color" || /^https?:\/\/\S+$/i.test(value), {
    path: ["value"],
    message: "must be an absolute http(s) URL",
  })
  .describe("A resource of the program: a file, colour or link.");

/** What partners write to friends. */
export const shareMessages = z
  .record(z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/), text({ min: 1, max: 500 }))
  .describe("Text sent with a link, by language (`en`, `pt-BR`); `{link}`, `{code}` and `{offer}` are filled in.")
  .meta({ examples: [{ en: "I like Acme. With my link you get {offer}: {link}" }] });

export const milestone = z
  .object({
    metric: z.enum(["leads", "sales", "earnings"]).describe("What is counted, since the partner joined."),
    value: z
      .int()
      .min(1)
      .meta({ description: "How much of it; of earnings minor units of the program's currency.", examples: [10] }),
  })
  .describe("A goal of the program's partners.");

export const embedSettings = z
  .object({
    sections: sections.describe(
      "Which parts of the dashboard partners see; what is hidden is withheld by the data API too.",
    ),
    leaderboard: leaderboard.describe("How the leaderboard shows others."),
    faq: z.array(faqEntry).nullable().describe("Questions and answers for partners."),
    resources: z.array(programResource).nullable().describe("Logos, colours, files and pages for partners."),
    termsUrl: url.nullable().describe("Terms of the program."),
    supportEmail: z.string().nullable().describe("Where partners write to."),
    poweredBy: z.boolean().describe("Whether the dashboard names the service."),
    shareMessages: shareMessages
      .nullable()
      .describe(
        "What partners send with a link, by language (`en`, `pt-BR`), at most 500 characters each. `{link}`, `{code}` and `{offer}` are filled in; a text that names what a link lacks is not used. `null` = the dashboard's own words.",
      ),
    milestones: z
      .array(milestone)
      .max(20)
      .describe(
        "Goals partners see in the order given: those they reached, and how far the next one is. Each is told once when it is reached. Empty = none.",
      ),
    namePartners: z
      .boolean()
      .describe("Whether visitors read who sent them, of partners who agreed to it. Default: yes."),
    linkStyle: z
      .enum(["short", "query"])
      .describe("What partners share: the short link, or the destination with `via=<key>`."),
  })
  .describe("How the embed of a program looks and what it shows.");

const list = z.array(text({ min: 1, max: 255 })).min(1);

export const reviewRule = z
  .strictObject({
    when: z
      .union([
        z.strictObject({
          country: list.meta({ description: "Countries, ISO 3166-1 alpha-2.", examples: [["DE", "AT"]] }),
        }),
        z.strictObject({
          emailDomain: list.meta({ description: "What follows the @ of the address.", examples: [["acme.example"]] }),
        }),
        z.strictObject({
          field: text({ min: 1, max: 255 }).meta({
            description: "Key of a field of the form.",
            examples: ["audience"],
          }),
          values: list.meta({ description: "Answers, any of which matches.", examples: [["blog", "podcast"]] }),
        }),
      ])
      .describe("What it looks at; what is not known matches nothing."),
    verdict: z.enum(["approve", "reject"]).describe("What becomes of an application it matches."),
    reason: rejectionReason.optional().describe("With `reject`: why, shown to the partner in words. Default `other`."),
    note: text({ max: 500 })
      .optional()
      .meta({ description: "With `reject`: a note to the partner.", examples: ["Not in your country yet."] }),
    reapply: z
      .enum(["instant", "standard", "never"])
      .optional()
      .describe("With `reject`: when the partner may apply again. Default `standard`, after 30 days."),
  })
  .describe("A rule of the automatic review.")
  .openapi("ReviewRule");

export const rewardCondition = z
  .union([
    z.strictObject({
      field: z.enum(["product", "country"]).describe("`productId` of the sale's metadata, or the customer's country."),
      operator: z.enum(["in", "not_in"]).describe("Whether the value must be one of `values`, or none of them."),
      values: list.meta({ description: "What it is compared with.", examples: [["pro", "team"]] }),
    }),
    z.strictObject({
      field: z.literal("amount").describe("Value of the sale."),
      operator: z.enum(["gte", "lt"]).describe("At least `value`, or below it."),
      value: z
        .int()
        .min(0)
        .meta({ description: "Minor units of the program's currency.", examples: [5000] }),
    }),
  ])
  .describe("What must hold for a reward to be paid; a value that is not known fails it.")
  .openapi("RewardCondition");

const settings = {
  name: name.meta({ description: "Name partners see.", examples: ["Acme partners"] }),
  logo: url.nullable().describe("URL of the logo."),
  brandColor: trimmed({ max: 64 }).nullable().describe("CSS colour of the brand."),
  url: url.meta({ description: "Landing page, to which default links lead.", examples: ["https://acme.example"] }),
  currency: trimmed({ min: 3, max: 3 }).describe("ISO 4217 code in lower case; fixed once money exists."),
  timezone: z.string().describe("IANA zone of the program's days and months."),
  minPayoutAmount: money.describe(
    "Least sum that is paid out, in minor units; what is less waits for a later run. Deactivated partners get less too.",
  ),
  holdingPeriodDays: holdingPeriodDays.describe("Days a commission waits before it may be paid."),
  payoutDay: z
    .int()
    .min(1)
    .max(28)
    .nullable()
    .describe("Day of the month on which you pay, told to partners; `null` = no fixed day. Nothing is paid by itself."),
  attributionModel: z
    .enum(["last", "first"])
    .describe("Which click counts when a customer came by several: the last, or the first."),
  attributionWindowDays: z.int().min(1).max(365).describe("How old a click may be to bind a customer, in days."),
  attributionPriority: z
    .enum(["code", "click"])
    .describe(
      "Which counts when a customer came by a click and enters another partner's discount code. Default `code`: it is the later and explicit act.",
    ),
  selfReferral: z
    .enum(["hold", "allow", "block"])
    .describe(
      "What becomes of a partner's own purchases: their commission waits for you, is paid, or they are not counted.",
    ),
  clickRewardsPerAddress: z
    .int()
    .min(1)
    .max(maxInteger)
    .nullable()
    .describe(
      "How many unique clicks of one IP address earn a partner a click reward on a date; more are counted and earn nothing, which their commission tells. Default 10; `null` = any number.",
    ),
  autoApprove: z
    .boolean()
    .describe(
      "Whether partners made through the API are approved at once, where there is a form once they have answered it.",
    ),
  joining: z
    .enum(["open", "invitation", "closed"])
    .describe(
      "Who may apply on the join page (`/join`): anybody, whom a partner or you invite, or nobody. Default `invitation`.",
    ),
  onTenantMismatch: z
    .enum(["reject", "relink"])
    .describe("What becomes of a known address under another `tenantId`: an error, or the new one replaces it."),
  allowedOrigins: z
    .array(origin)
    .max(100)
    .describe("Sites that may show the embed and track from the browser, `scheme://host[:port]`; empty = any."),
  fallbackUrl: url.nullable().describe("Where links of partners who are not active lead."),
  partnerInviteUrl: url
    .refine((text) => parseUrl(text) !== undefined, "must be an absolute http(s) URL")
    .nullable()
    .describe(
      "Page of yours where people land whom a partner invites, with the partner's code as `invited_by`. `null` = the join page where it takes applications, else the landing page.",
    ),
  clickIdParams: z
    .array(text({ max: 64 }).regex(/^[\w.-]+$/, "must be a parameter name"))
    .min(1)
    .max(10)
    .describe("Names under which the click id is added to destinations."),
  payoutMethods: z.array(payoutMethodName).describe("Ways of payment that partners may choose."),
  payoutMethodDelayHours: z
    .int()
    .min(0)
    .max(72)
    .describe(
      "Hours until a way of payment that a partner has changed counts, in which a theft can be noticed; payouts to the partner wait until then. 24 unless set, 0 = at once. What you set yourself counts at once.",
    ),
  applicationForm: referralForm
    .nullable()
    .describe("What applicants are asked, before anybody reviews them; `null` = nothing."),
  reviewRules: z
    .array(reviewRule)
    .max(100)
    .describe("Rules that decide applications, the first that matches; without a match they wait for you."),
  mails: mailTexts.meta({
    description:
      "Your own words of mails to partners, sent in every language: subject and body of each kind; what is not here is ours.",
    examples: [{ approved: { subject: "Welcome to {program}", body: "Hello {name},\n\nyou are in.\n\n{link}" } }],
  }),
};

export const program = z
  .strictObject({
    id: z.string().describe("Id of the program, `prog_…`."),
    ...settings,
    embed: embedSettings.describe("How the partners' dashboard looks and what it shows."),
  })
  .describe("A partner program.")
  .openapi("Program");

export const programPatch = z
  .object({
    ...settings,
    embed: embedSettings
      .partial()
      .extend({
        sections: sections
          .partial()
          .optional()
          .describe("Which parts of the dashboard partners see; what is hidden is withheld by the data API too."),
      })
      .describe("Settings of the partners' dashboard; parts may be given alone."),
  })
  .partial()
  .describe("Body of `PATCH /program`.");

const id = z.string().nullable();
export const linkHost = z
  .object({
    host: trimmed({ min: 1, max: 253 }).describe("Host name."),
    mode: z.enum(["exact", "host"]).describe("`host`: any page of it; `exact`: default destinations on it only."),
  })
  .describe("A host a partner's link may point to.");

/** Fields of a group. */
export const groupFields = {
  name: name.meta({ description: "Name of the group.", examples: ["Creators"] }),
  slug: trimmed({ min: 1, max: 100 })
    .regex(/^[a-z0-9-]+$/, "must be lower case letters, digits and -")
    .describe("Its name in addresses and in `groupId` of new partners."),
  color: z.string().nullable().describe("Its colour in lists."),
  maxPartnerLinks: z
    .int()
    .min(0)
    .max(maxInteger)
    .nullable()
    .describe("How many links a partner may have, default ones included; `null` = any number."),
  linkHosts: z
    .array(linkHost)
    .max(100)
    .describe("Hosts partners' links may lead to; empty = the host of the program's landing page."),
  defaultUrls: z
    .array(url)
    .max(20)
    .describe("Destinations of the links each new partner gets; empty = the program's landing page."),
  referralFormData: referralForm.nullable().describe("Form with which partners send referrals; `null` = they do not."),
  clickRewardId: id.describe("Reward for clicks."),
  leadRewardId: id.describe("Reward for leads."),
  saleRewardId: id.describe("Reward for sales."),
  referralRewardId: id.describe("Reward for partners brought in."),
  discountId: id.describe("Discount for the customers its partners bring."),
  utm: z.record(z.string(), z.string()).nullable().describe("UTM parameters of default links: name → value."),
  sameAddress: z
    .enum(["mark", "hold"])
    .describe(
      "What becomes of commissions for customers whose click came from the address that uses the partner's dashboard, with another browser, within the day: they are marked (`signals`), or wait for you as well. Default `mark`, since one office or mobile network has one address.",
    ),
  joinPage: z
    .boolean()
    .describe("Whether the group has a join page of its own, `/join/{workspace}/{group}`. Default: no."),
  autoApprove: z
    .boolean()
    .nullable()
    .describe(
      "Whether applications to the group are approved at once. `null` = as the program says for partners whom your app names; those of the join page wait for you.",
    ),
  codePattern: text({ max: 60 })
    .regex(/^([\w-]|\{name\}|\{random\})+$/, "must be letters, digits, -, _, {name} and {random}")
    .nullable()
    .meta({
      description:
        "Discount code each new partner gets with the first link; `{name}` is the partner's name in capitals, `{random}` four characters. A taken one gets four more. `null` = none.",
      examples: ["{name}10"],
    }),
};

export const group = z
  .strictObject({ id: z.string().describe("Id of the group, `grp_…`."), ...groupFields })
  .describe("A group of partners with rewards of its own.")
  .openapi("Group");
export const groupPatch = z.object(groupFields).partial().describe("Body of `PATCH /groups/{id}`.");
/** Body of `POST /groups`. */
export const groupInput = groupPatch.required({ name: true });

/** Fields of a reward. */
export const rewardFields = {
  event: rewardEvent.describe("What is paid for."),
  type: z.enum(["flat", "percentage"]).describe("Whether `amount` is money or per cent of the sale."),
  amount: z
    .number()
    .min(0)
    .meta({
      description:
        "Minor units of the program's currency when flat; per cent with at most two decimals when a percentage.",
      examples: [25],
    }),
  maxDuration: z
    .int()
    .min(0)
    .max(maxInteger)
    .nullable()
    .describe("For how many months after a customer's first sale; 0 = the first sale only, `null` = for good."),
  maxAmount: money.nullable().describe("Most a partner earns by one customer, in minor units; `null` = no limit."),
  description: text({ max: 1000 }).nullable().describe("What partners read of it."),
  conditions: z.array(rewardCondition).max(5).describe("What must hold for it to be paid, all of them."),
};

/** The name of `maxDuration` in earlier versions. */
const formerly = {
  maxDurationMonths: rewardFields.maxDuration
    .optional()
    .meta({ description: "Deprecated: `maxDuration` replaces it, and wins.", deprecated: true }),
};

export const reward = z
  .strictObject({
    id: z.string().describe("Id of the reward, `rw_…`."),
    ...rewardFields,
    maxDurationMonths: rewardFields.maxDuration.meta({
      description: "The same as `maxDuration`. Deprecated: `maxDuration` replaces it.",
      deprecated: true,
    }),
  })
  .describe("What a partner earns for an event.")
  .openapi("Reward");
export const rewardInput = z
  .object({
    ...rewardFields,
    ...formerly,
    maxDuration: rewardFields.maxDuration
      .optional()
      .describe("For how many months after a customer's first sale; 0 = the first sale only, `null` = for good."),
    maxAmount: rewardFields.maxAmount
      .default(null)
      .describe("Most a partner earns by one customer, in minor units; `null` = no limit."),
    description: rewardFields.description.default(null).describe("What partners read of it."),
    conditions: rewardFields.conditions.default([]).describe("What must hold for it to be paid, all of them."),
  })
  .describe("Body of `POST /rewards`.");
export const rewardPatch = z
  .object({ ...rewardFields, ...formerly })
  .partial()
  .describe("Body of `PATCH /rewards/{id}`.");

/** Fields of a discount. */
export const discountFields = {
  type: z.enum(["flat", "percentage"]).describe("Whether `amount` is money or per cent."),
  amount: z
    .number()
    .min(0)
    .meta({
      description: "Minor units of the program's currency when flat, per cent when a percentage.",
      examples: [10],
    }),
  maxDuration: z.int().min(0).max(maxInteger).nullable().describe("For how many months; `null` = for good."),
  description: text({ max: 1000 }).nullable().describe("What customers read of it."),
};

export const discount = z
  .strictObject({ id: z.string().describe("Id of the discount, `disc_…`."), ...discountFields })
  .describe("What a referred customer saves.")
  .openapi("Discount");
export const discountInput = z
  .object({
    ...discountFields,
    maxDuration: discountFields.maxDuration.default(null).describe("For how many months; `null` = for good."),
    description: discountFields.description.default(null).describe("What customers read of it."),
  })
  .describe("Body of `POST /discounts`.") satisfies z.ZodType<Omit<Discount, "id">>;
export const discountPatch = z.object(discountFields).partial().describe("Body of `PATCH /discounts/{id}`.");

const trialCommission = z
  .strictObject({
    earnings: z.int().describe("What it earns, in minor units of `currency`."),
    holdReason: holdReason.nullable().describe("Why it is held; `null` unless it is."),
  })
  .nullable();

export const programTrial = z
  .strictObject({
    amount: z.int().describe("Value of the sale that was played, in minor units of `currency`."),
    currency: z.string().describe("ISO 4217 code of the program."),
    lead: trialCommission.describe("What the sign-up earned; `null`: nothing in this program."),
    sale: trialCommission.describe("What the sale earned; `null`: nothing in this program."),
    left: z.int().describe("What the partner keeps of the sale after its refund; 0 unless something is wrong."),
  })
  .describe("What a click, a sign-up, a sale and its refund came to, before they were taken back.");

export const apiKey = z
  .strictObject({
    id: z.string().describe("Id of the key, `key_…`."),
    name: z.string().meta({ description: "What you called it.", examples: ["Dashboard server"] }),
    kind: z
      .enum(["secret", "publishable"])
      .describe("Secret (`ref_…`, for servers) or publishable (`ref_pub_…`, for pages)."),
    last4: z.string().describe("Its last four characters."),
    scopes: z.array(apiKeyScope).nullable().describe("What it may do; `null` = everything."),
    expiresAt: z.string().nullable().describe("When it stops working; `null` = never."),
    revokedAt: z.string().nullable().describe("When it was revoked."),
    lastUsedAt: z.string().nullable().describe("When it was last used."),
    createdAt: z.string().describe("When it was made."),
    key: z
      .string()
      .nullable()
      .optional()
      .describe(
        "The key itself: publishable ones always; a secret one only in the answer that made it, and `null` when that is replayed.",
      ),
  })
  .describe("An API key; the plain key is shown once, in the answer that made it.")
  .openapi("ApiKey");

export const apiKeyInput = z
  .object({
    name: name.meta({ description: "What to call it.", examples: ["Dashboard server"] }),
    kind: z
      .enum(["secret", "publishable"])
      .default("secret")
      .describe("Secret (`ref_…`, for servers) or publishable (`ref_pub_…`, for pages). Default `secret`."),
    scopes: z.array(apiKeyScope).min(1).optional().describe("What it may do. Default: everything."),
    expiresAt: dateTime.nullable().optional().describe("When it stops working. Default: never."),
  })
  .describe("Body of `POST /api-keys`.");
