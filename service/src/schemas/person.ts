import { z } from "@hono/zod-openapi";
import { paging } from "./query.ts";
import { email, trimmed } from "./text.ts";
import { personRole } from "./values.ts";

const name = trimmed({ min: 1, max: 100 }).meta({ description: "How they are called.", examples: ["Ada Lovelace"] });
const mails = z.boolean().describe("Whether they are sent mails of what waits for them.");

export const person = z
  .strictObject({
    id: z.string().meta({ description: "Id of the person, `per_…`.", examples: ["per_1KAY3SCCZE7J2NC8Q5TEM1X9AB"] }),
    name: z.string().meta({ description: "How they are called.", examples: ["Ada Lovelace"] }),
    email: z
      .string()
      .nullable()
      .meta({
        description: "Where their links to the console are sent; `null` for an owner who signs in by printed links.",
        examples: ["ada@acme.example"],
      }),
    role: personRole.describe("What they may do."),
    mails,
    signedInAt: z.iso.datetime().nullable().describe("When they signed in last; `null`: never yet."),
    createdAt: z.iso.datetime().describe("When they were invited."),
  })
  .describe("Somebody who runs the program, in the console.")
  .openapi("Person");

export const personLink = z
  .strictObject({
    url: z.string().meta({
      description: "Link that signs them in to the console, once. It stands in this answer only.",
      examples: ["https://app.example.com/console/sign-in?code=ref_cons_…"],
    }),
    expiresAt: z.iso.datetime().describe("When it ends."),
  })
  .describe("A link for somebody who has never signed in; give it to them alone.")
  .openapi("PersonLink");

export const personInput = z
  .object({
    name,
    email: email.meta({ description: "Where their links to the console are sent.", examples: ["ada@acme.example"] }),
    role: personRole.default("viewer").describe("What they may do. Default `viewer`."),
    mails: mails.default(true).describe("Whether they are sent mails of what waits for them. Default `true`."),
  })
  .describe("Body of `POST /people`.");

export const personPatch = z
  .object({ name, role: personRole.describe("What they may do."), mails })
  .partial()
  .describe("Body of `PATCH /people/{id}`.");

export const personListQuery = z.object(paging()).describe("Query of `GET /people`.");
