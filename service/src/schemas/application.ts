import { z } from "@hono/zod-openapi";
import { presence } from "./partner.ts";
import { paging } from "./query.ts";
import { enrollmentStatus } from "./values.ts";

const text = z.string().nullable();

export const broughtInBy = z
  .strictObject({
    partnerId: z.string().describe("Who brought the partner in, `pn_…`."),
    signals: z
      .array(z.enum(["email", "payout"]))
      .describe(
        "What speaks for both being one person: addresses of one mailbox, or one destination of payouts. The reward for such a partner waits for your decision, as the program's `selfReferral` says.",
      ),
  })
  .describe("Who brought a partner in.");

export const application = z
  .strictObject({
    id: z.string().describe("Id of the application, `app_…`."),
    createdAt: z.string().describe("When the partner applied."),
    partner: z
      .strictObject({
        id: z.string().describe("Id of the partner, `pn_…`."),
        name: z.string().describe("Full name."),
        companyName: text.describe("Legal name of the company, when the partner is one."),
        email: text.describe("Address as it was given."),
        image: text.describe("URL of the avatar."),
        description: text.describe("What the partner says of themselves."),
        country: text.describe("Country of residence, ISO 3166-1 alpha-2."),
        groupId: text.describe("The group applied to."),
        status: enrollmentStatus.describe("Where the enrollment stands; `pending` in this list."),
        ...presence,
      })
      .describe("Who applied."),
    referredBy: broughtInBy.nullable().describe("Who brought the applicant in; `null` when nobody did."),
    applicationFormData: z
      .array(
        z.strictObject({
          label: z.string().describe("The question as it was asked."),
          value: text.meta({
            description: "The answer; `null` when it was left empty.",
            examples: ["Bluefin Analytics"],
          }),
        }),
      )
      .nullable()
      .describe("The answers in the order of the form; `null` when the program asks nothing."),
  })
  .describe("A pending application as `GET /partners/applications` lists it.")
  .openapi("Application");

export const applicationQuery = z
  .object({
    country: z.string().optional().describe("Only partners of this country."),
    groupId: z.string().optional().describe("Only applications to this group."),
    partnerId: z.string().optional().describe("Only the application of this partner, `pn_…`."),
    ...paging(),
  })
  .describe("Query of `GET /partners/applications`.");
