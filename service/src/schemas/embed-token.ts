import { z } from "@hono/zod-openapi";
import {
  embedScopes,
  type EmbedToken,
  type EmbedTokenInput,
  type EmbedTokenRevokeInput,
} from "referrals-embed/contract";
import { partnerDescription } from "./partner-input.ts";
import { text } from "./text.ts";

const tenantId = text({ min: 1, max: 255 });

const origin = text({ max: 255 }).refine(
  (value) => /^[a-z][a-z0-9+.-]*:\/\//.test(value) && URL.canParse(value) && isOrigin(value),
  "must be scheme://host[:port]",
);

/** An origin as a browser sends it: nothing behind the host, no default port, lower case. */
function isOrigin(value: string): boolean {
  const { protocol, host } = new URL(value);
  return value === `${protocol}//${host}`;
}

/** Body of `POST /tokens/embed/referrals`. */
export const embedTokenInput = z
  .object({
    tenantId: tenantId.optional(),
    partnerId: z.string().optional(),
    partner: partnerDescription.extend({ tenantId: tenantId.nullable().optional() }).optional(),
    expiresIn: z.int().min(300).max(86_400).optional(),
    scopes: z.array(z.enum(embedScopes)).min(1).optional(),
    allowedOrigins: z.array(origin).max(20).optional(),
  })
  .refine((body) => body.partnerId ?? body.tenantId ?? body.partner, {
    message: "one of partnerId, tenantId and partner is required",
  })
  .refine((body) => !body.tenantId || !body.partner?.tenantId || body.tenantId === body.partner.tenantId, {
    path: ["partner", "tenantId"],
    message: "must equal tenantId when both are given",
  }) satisfies z.ZodType<EmbedTokenInput>;

/** Answer of the token operation. */
export const embedToken = z
  .strictObject({ publicToken: z.string(), expires: z.string() })
  .openapi("EmbedToken") satisfies z.ZodType<EmbedToken>;

/** Body of `DELETE /tokens/embed/referrals`. */
export const embedTokenRevoke = z
  .object({
    tenantId: z.string().optional(),
    partnerId: z.string().optional(),
    publicToken: z.string().optional(),
  })
  .refine((body) => Object.values(body).filter((value) => value !== undefined).length === 1, {
    message: "exactly one of tenantId, partnerId and publicToken is required",
  }) satisfies z.ZodType<EmbedTokenRevokeInput>;
