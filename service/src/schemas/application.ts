import { z } from "@hono/zod-openapi";
import { enrollmentStatuses, type Application } from "referrals-embed/contract";
import { page, pageSize } from "./query.ts";

const text = z.string().nullable();

/** A pending application. */
export const application = z
  .strictObject({
    id: z.string(),
    createdAt: z.string(),
    partner: z.strictObject({
      id: z.string(),
      name: z.string(),
      companyName: text,
      email: text,
      image: text,
      description: text,
      country: text,
      groupId: text,
      status: z.enum(enrollmentStatuses),
      website: text,
      youtube: text,
      twitter: text,
      linkedin: text,
      instagram: text,
      tiktok: text,
    }),
    applicationFormData: z.array(z.strictObject({ label: z.string(), value: text })).nullable(),
  })
  .openapi("Application") satisfies z.ZodType<Application>;

/** Query of `GET /partners/applications`. */
export const applicationQuery = z.object({
  country: z.string().optional(),
  groupId: z.string().optional(),
  page,
  pageSize: pageSize(),
});
