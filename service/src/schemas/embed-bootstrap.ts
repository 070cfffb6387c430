import { z } from "@hono/zod-openapi";
import { enrollmentActionResult, earning, embedLink, profile, embedTokenInfo } from "./embed-data.ts";
import { milestone, rewardCondition, sectionFields, shareMessages } from "./program.ts";
import { referralForm } from "./referral-form.ts";
import { nextPayoutKind, payoutMethodName, payoutNeed, rewardEvent } from "./values.ts";

const text = z.string().nullable();
const date = z.iso.datetime();
const money = z.int();
const count = z.int().min(0);
const rewardType = z.enum(["flat", "percentage"]);

const sections = z.strictObject(sectionFields);

const palette = z
  .record(z.string(), z.string())
  .meta({ description: "Colour role to `#rrggbb`.", examples: [{ accent: "#7c3aed", "on-accent": "#ffffff" }] });

export const embedProgram = z
  .strictObject({
    id: z.string().describe("Id of the program, `prog_…`."),
    name: z.string().meta({ description: "Its name.", examples: ["Acme partners"] }),
    logo: text.describe("URL of the logo."),
    brandColor: text.describe("CSS colour of the brand."),
    brandColors: z
      .strictObject({ light: palette, dark: palette })
      .nullable()
      .describe(
        "What `brandColor` changes in a light and in a dark dashboard whose host chooses no accent; `null` where it is no colour that can be read.",
      ),
    url: z.string().meta({ description: "Landing page.", examples: ["https://acme.example"] }),
    currency: z.string().describe("ISO 4217 code of all money here, in lower case."),
    timezone: z.string().describe("IANA zone of the program's days and months."),
    minPayoutAmount: money.describe("Least sum that is paid out, in minor units."),
    holdingPeriodDays: count.describe("Days a commission waits before it may be paid."),
    payoutDay: count.nullable().describe("Day of the month on which the program pays; `null` = no fixed day."),
    termsUrl: text.describe("Terms of the program."),
    supportEmail: text.describe("Where partners write to."),
    payoutMethods: z.array(payoutMethodName).describe("Ways of payment the program offers."),
    poweredBy: z.boolean().describe("Whether the dashboard names the service."),
    shareMessages: shareMessages
      .nullable()
      .describe("The program's texts to send with a link, by language; `null` = the dashboard's own words."),
    namePartners: z.boolean().describe("Whether visitors read who sent them, of partners who agreed to it."),
  })
  .describe("The program as a partner sees it.");

export const embedReward = z
  .strictObject({
    id: z.string().describe("Id of the reward, `rw_…`."),
    event: rewardEvent.describe("What is paid for."),
    type: rewardType.describe("Whether `amount` is money or per cent of the sale."),
    amount: z
      .number()
      .meta({ description: "Minor units of `currency` when flat; per cent when a percentage.", examples: [10] }),
    currency: z.string().describe("ISO 4217 code."),
    maxDurationMonths: count
      .nullable()
      .describe("For how many months after a customer's first sale; 0 = the first sale only, `null` = for good."),
    maxAmount: money.nullable().describe("Most to earn by one customer, in minor units; `null` = no limit."),
    conditions: z.array(rewardCondition).describe("What must hold for it to be paid, all of them."),
    description: text.describe("The program's own words for it."),
  })
  .describe("A reward as offered to a partner.");

export const embedDiscount = z
  .strictObject({
    type: rewardType.describe("Whether `amount` is money or per cent."),
    amount: z.number().meta({ description: "Minor units when flat, per cent when a percentage.", examples: [10] }),
    maxDuration: count.nullable().describe("For how many months; `null` = for good."),
    description: text.describe("The program's own words for it."),
  })
  .describe("A discount as offered to a partner's customers.");

export const embedNotice = z
  .strictObject({
    code: z
      .enum(["pending", "rejected", "invited", "declined", "deactivated", "banned"])
      .describe("The status that limits access."),
    reason: text.describe("Why an application was rejected, in words; `null` in other statuses."),
    note: text.describe("What the program wrote to the partner."),
    until: date
      .nullable()
      .describe("When the partner may apply again, the invitation ends, or declining can no longer be taken back."),
  })
  .describe("Why access is limited; `null` with full access. A ban carries no reason.");

export const linkRules = z
  .strictObject({
    canCreate: z.boolean().describe("Whether the partner may make another link."),
    maxLinks: count.nullable().describe("How many links a partner may have; `null` = any number."),
    domain: z.string().describe("Host of new short links."),
    style: z.enum(["short", "query"]).describe("What is shared: the short link, or the destination with `via=<key>`."),
    hosts: z
      .array(
        z.strictObject({
          host: z.string().describe("Host name."),
          mode: z.enum(["exact", "host"]).describe("`host`: any page of it; `exact`: default destinations on it only."),
        }),
      )
      .describe("Hosts links may lead to."),
  })
  .describe("What a partner may do with links.");

export const embedStats = z
  .strictObject({
    clicks: count.describe("Clicks, repeated ones included."),
    uniqueClicks: count.describe("Clicks of visitors who had not clicked within the hour before."),
    leads: count.describe("Leads."),
    conversions: count.describe("Leads that became paying customers."),
    sales: count.describe("Sales, less those refunded in full."),
    saleAmount: money
      .nullable()
      .describe("Revenue in minor units, less refunds; `null` when the program hides revenue."),
  })
  .describe("Lifetime figures of an enrollment.");

export const askedApplication = z
  .strictObject({
    partnerId: z.string().describe("Who is asked, `pn_…`: drafts of somebody else are not shown."),
    form: referralForm
      .nullable()
      .describe("The program's questions as they are now; `null` when it asks none any more."),
    values: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string()), z.null()])).meta({
      description: "What the partner answered last time, of the questions that are still asked.",
      examples: [{ company: "Bluefin Analytics" }],
    }),
  })
  .describe("What a partner is asked who applies, or may apply again.");

const clearing = z
  .strictObject({
    date: date.describe("When the last of it may be paid."),
    amount: money.describe("What may be paid from that day on, in minor units."),
  })
  .describe("Money whose holding period ends on one day of the program.");

const heldMoney = z
  .strictObject({
    reason: z
      .string()
      .describe("Why it is kept back, such as `review` or `self_referral`.")
      .meta({ examples: ["review"] }),
    amount: money.nullable().describe("How much, in minor units; `null` where it is not known yet, and in no sum."),
  })
  .describe("Money that is kept back for one reason.");

export const comingPayout = z
  .strictObject({
    date: date
      .nullable()
      .describe(
        "Beginning of the program's payout day; of a program without one when the last of it clears, `null` = it can be paid now.",
      ),
    amount: money.describe("What it pays, in minor units."),
  })
  .describe("A payout as a run on that day would make it.");

export const nextPayout = z
  .strictObject({
    kind: nextPayoutKind,
    amount: money.describe(
      "What `kind` is about, in minor units: what is paid or waits, what is missing to the minimum, or what is taken from later earnings.",
    ),
    date: comingPayout.shape.date.describe(
      "Of `payout`, `nothing_cleared` and `details_missing`: when, as in `payouts`; else `null`.",
    ),
    isFirst: z.boolean().describe("Whether nothing was paid so far, and nothing is on its way."),
    payouts: z
      .array(comingPayout)
      .describe("The payouts that hold what can be paid, the next one first: each with what no earlier one takes."),
    counted: money.describe(
      "What the next payout counts and does not pay, in minor units, because it is below the minimum; negative when more was taken back.",
    ),
    later: z
      .strictObject({
        date: date.describe("When the last of it has cleared."),
        amount: money.describe("How much, in minor units; negative when it is taken back."),
      })
      .nullable()
      .describe("What clears later, and comes to no payout with what there is by now."),
    onTheWay: money.describe("In payouts that are confirmed and not completed, in minor units."),
    needs: payoutNeed.nullable().describe("What the partner lacks to be paid, whatever there is to pay."),
    failure: z
      .strictObject({
        payoutId: z.string().describe("Id of the payout, `po_…`."),
        method: payoutMethodName.nullable().describe("How it was to be paid."),
        reason: text.describe("Why it failed, in the words of who pays."),
        isIncluded: z.boolean().describe("Whether its amount is in the first of `payouts` again."),
      })
      .nullable()
      .describe("The last payout, where it failed and the way of payment is still the same."),
  })
  .describe(
    "The next payout as the program's next run would make it, decided by the same function; together `payouts`, `counted`, `later`, `onTheWay` and `paid` are `earned`.",
  );

export const embedEarnings = z
  .strictObject({
    earned: money.describe(
      "What counts as earned, as in analytics and the leaderboard: the sum of `ready`, `clearing`, `onTheWay` and `paid`. What is on hold is not in it.",
    ),
    ready: money.describe("Cleared and in no payout; negative when more was taken back than is ready."),
    clearing: z.array(clearing).describe("Clears later, by day, the earliest first."),
    onTheWay: money.describe("In a payout that is not completed."),
    onHold: z.array(heldMoney).describe("Kept back until the program has looked at it, by reason."),
    paid: money.describe("Paid so far."),
    currency: z.string().describe("ISO 4217 code."),
    minimum: money.describe("Least sum that is paid out."),
    nextPayout: nextPayout.nullable().describe("The next payout; `null` when the program hides payouts."),
    upcoming: money.describe("Earned, and not yet in a payout: `ready` and `clearing` together."),
    held: money.describe("All of `onHold` together, as far as it is known."),
    processed: money.describe("The same as `onTheWay`."),
  })
  .describe("What a partner has earned, and where it stands.");

export const embedTimeseriesPoint = z
  .strictObject({
    start: date.describe("Instant at which the bucket begins."),
    clicks: count.describe("Clicks in it."),
    leads: count.describe("Leads in it."),
    sales: z.int().describe("Sales in it."),
    saleAmount: money.nullable().describe("Revenue in it, in minor units; `null` when the program hides revenue."),
    earnings: money.nullable().describe("Earned in it, in minor units; `null` when the program hides earnings."),
  })
  .describe("A bucket of the bootstrap timeseries.");

export const embedMilestone = z
  .strictObject({
    ...milestone.shape,
    told: z.boolean().describe("Whether the partner was told of having reached it."),
  })
  .describe("A goal of the program; how far the partner is say `stats` and `earnings.earned`.");

export const bootstrap = enrollmentActionResult
  .extend({
    notice: embedNotice.nullable().describe("Why access is limited; `null` with full access."),
    application: askedApplication
      .nullable()
      .describe(
        "What to ask before `apply`, or `reapply` where the program has questions; `null` when nothing is asked now.",
      ),
    token: embedTokenInfo.describe("Life of the token in use."),
    program: embedProgram.describe("The program."),
    sections: sections.describe("Which parts of the dashboard to show, after plan, program and the token's scopes."),
    rewards: z.array(embedReward).describe("What the partner earns."),
    discount: embedDiscount.nullable().describe("What the partner's customers save; `null` when nothing."),
    partner: profile
      .nullable()
      .describe(
        "The partner's profile; this and what follows is `null` without access, and when the program hides it.",
      ),
    links: z.array(embedLink).nullable().describe("The first ten links, default ones first."),
    linksTotal: count.nullable().describe("How many links there are."),
    linkRules: linkRules.nullable().describe("What the partner may do with links."),
    stats: embedStats.nullable().describe("Figures since the beginning."),
    earnings: embedEarnings.nullable().describe("Money earned since the beginning."),
    milestones: z
      .array(embedMilestone)
      .nullable()
      .describe("The program's goals in its order; those of earnings only where it shows earnings."),
    timeseries: z.array(embedTimeseriesPoint).nullable().describe("Figures of the period asked for, without gaps."),
    previous: embedTimeseriesPoint
      .nullable()
      .describe(
        "The same figures of the period of the same length right before; `null` when the partner had not joined by its beginning.",
      ),
    recentEarnings: z.array(earning).nullable().describe("The five newest commissions."),
    referralForm: referralForm.nullable().describe("Form for sending referrals; `null` when the program takes none."),
    resources: z
      .array(
        z.strictObject({
          type: z
            .enum(["logo", "link", "color", "file"])
            .describe("What `value` is: a colour, or the URL of a logo, file or page."),
          name: z.string().meta({ description: "What it is called.", examples: ["Logo"] }),
          value: z.string().meta({ description: "URL, or CSS colour.", examples: ["https://acme.example/logo.svg"] }),
        }),
      )
      .nullable()
      .describe("Logos, colours, files and pages of the program."),
    faq: z
      .array(
        z.strictObject({
          question: z.string().meta({ description: "The question.", examples: ["When am I paid?"] }),
          answer: z.string().meta({ description: "Its answer.", examples: ["On the first of each month."] }),
        }),
      )
      .nullable()
      .describe("Questions and answers."),
    generatedAt: date.describe("The server's clock when it answered."),
  })
  .describe("Answer of `GET {embed}`: paints the first screen in one call.")
  .openapi("Bootstrap");
