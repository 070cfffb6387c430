import { z } from "@hono/zod-openapi";
import { enrollmentStatuses } from "referrals-embed/contract";
import { listApplications } from "../domain/applications/list-applications.ts";
import { approveApplication, rejectApplication } from "../domain/applications/review-application.ts";
import { changeStatus } from "../domain/partners/change-status.ts";
import { invitePartner } from "../domain/partners/invite-partner.ts";
import { application, applicationQuery } from "../schemas/application.ts";
import { applicationReject, partnerBan, partnerInput } from "../schemas/partner-input.ts";
import { partner, partnerRef } from "../schemas/partner.ts";
import { omissible } from "../schemas/text.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

const partnerId = z.strictObject({ partnerId: z.string() });
const partnerStatus = z.strictObject({ partnerId: z.string(), status: z.enum(enrollmentStatuses) });

function statusEndpoint(operation: "unban" | "reactivate" | "archive" | "unarchive"): Endpoint {
  return endpoint(`partners.${operation}`, {
    body: partnerRef,
    output: partnerStatus,
    handle: ({ ctx, body }) => changeStatus(ctx, body, operation),
  });
}

/** What an admin does to an enrollment's status, and the applications that wait for it. */
export const partnerStatusEndpoints: readonly Endpoint[] = [
  endpoint("partners.ban", {
    body: partnerBan,
    output: partnerId,
    handle: async ({ ctx, body }) => ({ partnerId: (await changeStatus(ctx, body, "ban", body.reason)).partnerId }),
  }),
  endpoint("partners.deactivate", {
    body: partnerRef,
    output: partnerId,
    handle: async ({ ctx, body }) => ({ partnerId: (await changeStatus(ctx, body, "deactivate")).partnerId }),
  }),
  endpoint("partners.invite", {
    body: partnerInput,
    output: partner,
    handle: ({ ctx, body }) => invitePartner(ctx, body),
  }),
  statusEndpoint("unban"),
  statusEndpoint("reactivate"),
  statusEndpoint("archive"),
  statusEndpoint("unarchive"),
  endpoint("partnerApplications.list", {
    query: applicationQuery,
    output: z.array(application),
    handle: ({ ctx, query }) => listApplications(ctx, query),
  }),
  endpoint("partnerApplications.approve", {
    body: z.object({ partnerId: z.string(), groupId: omissible(z.string()) }),
    output: partnerId,
    handle: ({ ctx, body }) => approveApplication(ctx, body),
  }),
  endpoint("partnerApplications.reject", {
    body: applicationReject,
    output: partnerId,
    handle: ({ ctx, body }) => rejectApplication(ctx, body),
  }),
];
