import { z } from "@hono/zod-openapi";
import { partnerDescription } from "./partner-input.ts";
import { text } from "./text.ts";
import { embedScope } from "./values.ts";
import { parseUrl } from "referrals-embed/rules";

const tenantId = text({ min: 1, max: 255 });

const origin = text({ max: 255 }).refine(
  (value) => /^[a-z][a-z0-9+.-]*:\/\//.test(value) && isOrigin(value),
  "must be scheme://host[:port]",
);

/** An origin as a browser sends it: nothing behind the host, no default port, lower case. */
function isOrigin(value: string): boolean {
  const url = parseUrl(value);
  return url !== undefined && value === `${url.protocol}//${url.host}`;
}

export const embedTokenInput = z
  .object({
    tenantId: tenantId
      .optional()
      .describe(
        "The partner's id in your own database: the enrollment that has it is found by it. One of `tenantId`, `partnerId` and `partner` is required.",
      ),
    partnerId: z.string().optional().describe("Id of an enrolled partner, `pn_…`."),
    partner: partnerDescription
      .extend({
        name: partnerDescription.shape.name.describe("Full name. Default: what stands before the `@` of the address."),
        tenantId: tenantId.nullable().optional().describe("The same as `tenantId` beside `partner`."),
      })
      .optional()
      .describe("Who to enroll when nobody has the `tenantId`; ignored when somebody has."),
    expiresIn: z
      .int()
      .min(300)
      .max(86_400)
      .optional()
      .describe("Seconds the token works for. Default 10,800 (three hours)."),
    scopes: z
      .array(embedScope)
      .min(1)
      .optional()
      .describe("What the token may do; `read` is always included. Default: everything."),
    allowedOrigins: z
      .array(origin)
      .max(20)
      .optional()
      .describe(
        "Sites the token works on, `scheme://host[:port]`, among the program's own. Default: those of the program.",
      ),
  })
  .refine((body) => body.partnerId ?? body.tenantId ?? body.partner, {
    message: "one of partnerId, tenantId and partner is required",
  })
  .refine((body) => !body.tenantId || !body.partner?.tenantId || body.tenantId === body.partner.tenantId, {
    path: ["partner", "tenantId"],
    message: "must equal tenantId when both are given",
  })
  .describe("Body of `POST /tokens/embed/referrals`.");

export const embedToken = z
  .strictObject({
    publicToken: z.string().describe("The token, `ref_embed_…`; meant for the browser."),
    expires: z.string().describe("When it stops working."),
  })
  .describe("Answer of the token operation: exactly these two.")
  .openapi("EmbedToken");

export const embedTokenRevokeInput = z
  .object({
    tenantId: z.string().optional().describe("Revokes every token of the partner with this id in your own database."),
    partnerId: z.string().optional().describe("Revokes every token of this partner, `pn_…`."),
    publicToken: z.string().optional().describe("Revokes this token."),
  })
  .refine((body) => Object.values(body).filter((value) => value !== undefined).length === 1, {
    message: "exactly one of tenantId, partnerId and publicToken is required",
  })
  .describe("Body of `DELETE /tokens/embed/referrals`: exactly one of the three.");
