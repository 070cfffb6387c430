import { z } from "@hono/zod-openapi";
import {
  bannedReasons,
  networkStatuses,
  rejectionReasons,
  type ApplicationRejectInput,
  type PartnerInput,
  type PartnerPatch,
} from "referrals-embed/contract";
import { partnerLinkProps } from "./link.ts";
import { partnerRef } from "./partner.ts";
import { email, text, trimmed } from "./text.ts";

const name = trimmed({ max: 190 });
const handle = trimmed({ max: 190 }).nullable().optional();

/** What a call may say of a partner it enrolls, the tenant aside. */
export const partnerDescription = z.object({
  email,
  name: name.nullable().optional(),
  username: text({ min: 1, max: 100 })
    .regex(/^[a-z0-9_-]+$/, "must be lower case letters, digits, - and _")
    .nullable()
    .optional(),
  image: z.string().nullable().optional(),
  groupId: z.string().nullable().optional(),
  country: z.string().nullable().optional(),
  description: text({ max: 5000 }).nullable().optional(),
  linkProps: partnerLinkProps.optional(),
});

/** Body of `POST /partners` and `POST /partners/invite`. */
export const partnerInput = partnerDescription.extend({
  tenantId: text({ max: 255 }).nullable().optional(),
}) satisfies z.ZodType<PartnerInput>;

/** Body of `PATCH /partners/{partnerId}`. */
export const partnerPatch = z.object({
  name: trimmed({ min: 1, max: 190 }).optional(),
  image: z.string().nullable().optional(),
  groupId: z.string().optional(),
  tenantId: text({ max: 255 }).nullable().optional(),
  country: z.string().nullable().optional(),
  description: text({ max: 5000 }).nullable().optional(),
  companyName: trimmed({ max: 190 }).nullable().optional(),
  networkStatus: z.enum(networkStatuses).optional(),
  tagIds: z.array(z.string()).max(100).optional(),
  website: text({ max: 2048 })
    .regex(/^https:\/\/\S+$/, "must be a URL that begins with https://")
    .nullable()
    .optional(),
  youtube: handle,
  twitter: handle,
  linkedin: handle,
  instagram: handle,
  tiktok: handle,
}) satisfies z.ZodType<PartnerPatch>;

/** Body of `POST /partners/ban`. */
export const partnerBan = partnerRef.safeExtend({ reason: z.enum(bannedReasons) });

/** Body of `POST /partners/applications/reject`. */
export const applicationReject = z.object({
  partnerId: z.string(),
  rejectionReason: z.enum(rejectionReasons).optional(),
  rejectionNote: text({ max: 500 }).optional(),
  reapplicationTimeframe: z.enum(["instant", "standard", "never"]).optional(),
  flagForFraud: z.boolean().optional(),
  flagForFraudReason: text({ max: 2000 }).optional(),
}) satisfies z.ZodType<ApplicationRejectInput>;
