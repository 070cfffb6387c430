import { z } from "@hono/zod-openapi";
import { cursorPaging } from "./query.ts";
import { dateTime } from "./text.ts";
import { actorType } from "./values.ts";

const nullableText = z.string().nullable();

const auditSubject = z.strictObject({
  name: nullableText.meta({ description: "Its name now; where it has none, its partner's.", examples: ["Ada Okafor"] }),
  partnerId: nullableText.describe("The partner whose it is."),
  amount: z.int().nullable().describe("Its money, in minor units."),
  currency: nullableText.describe("ISO 4217 code of that money."),
});

export const auditRow = z
  .strictObject({
    id: z.string().meta({ description: "Id of the entry, `aud_…`.", examples: ["aud_1KAY3SCCZE7J2NC8Q5TEM1X9AB"] }),
    at: z.iso.datetime().describe("When it was done."),
    actorType: actorType.describe("What kind of actor did it."),
    actorId: nullableText.meta({
      description:
        "Who did it: the id of the API key, person or partner, or `operator` for a command; `null` for the service itself.",
      examples: ["key_1KAY3SCCZE7J2NC8Q5TEM1X9AB"],
    }),
    actorName: nullableText.meta({
      description: "Of a person who works in the console: their name when they did it.",
      examples: ["Ada Lovelace"],
    }),
    operation: z.string().meta({ description: "What was done.", examples: ["set payout method"] }),
    entity: z.string().meta({ description: "What kind of thing it was done to.", examples: ["partner.payoutMethod"] }),
    entityId: z.string().meta({ description: "Id of that thing.", examples: ["pn_1KAY3SCCZE7J2NC8Q5TEM1X9AB"] }),
    subject: auditSubject.nullable().describe("That thing as it is now; `null` when it is gone."),
    from: nullableText.meta({ description: "Status before, where it changed.", examples: ["pending"] }),
    to: nullableText.meta({ description: "Status after, where it changed.", examples: ["processing"] }),
    reason: nullableText.meta({ description: "Why, where one was given.", examples: ["Asked by the partner"] }),
    changes: z
      .record(
        z.string(),
        z.strictObject({
          old: z.unknown().describe("Value before; `null` where there was none, or after an erasure."),
          new: z.unknown().describe("Value after."),
        }),
      )
      .meta({
        description:
          "Fields that changed, with their old and new value; secrets and destinations of money are masked or left out.",
        examples: [{ method: { old: "paypal", new: "bank" } }],
      }),
    requestId: nullableText.meta({
      description: "`X-Request-Id` of the call, where there was one.",
      examples: ["req_1KAY3SCCZE7J2NC8Q5TEM1X9AB"],
    }),
  })
  .describe("Who changed what, and when.")
  .openapi("AuditRow");

export const auditListQuery = z
  .object({
    actorType: actorType.optional().describe("Only what this kind of actor did."),
    actorId: z.string().optional().describe("Only what this API key, person or partner did; `operator` for commands."),
    operation: z.string().optional().describe("Only this operation, as the entries name it."),
    entity: z.string().optional().describe("Only what was done to this kind of thing, as the entries name it."),
    entityId: z.string().optional().describe("Only what was done to the thing with this id."),
    partnerId: z
      .string()
      .optional()
      .describe("Only what was done to this partner: their profile, status, application, access and payouts."),
    start: dateTime.optional().describe("Only what was done from then on."),
    end: dateTime.optional().describe("Only what was done before then."),
    sortOrder: z.enum(["asc", "desc"]).optional().describe("Direction of time. Default `desc`."),
    ...cursorPaging("Entries"),
  })
  .describe("Query of `GET /audit`.");
