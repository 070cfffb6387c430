import { z } from "@hono/zod-openapi";
import { listApplications } from "../domain/enrollments/list-applications.ts";
import { approveApplication, rejectApplication } from "../domain/enrollments/review-application.ts";
import { changeStatus } from "../domain/partners/change-status.ts";
import { invitePartner } from "../domain/partners/invite-partner.ts";
import { application, applicationQuery } from "../schemas/application.ts";
import {
  applicationApproveInput,
  applicationRejectInput,
  partnerBan,
  partnerInvite,
} from "../schemas/partner-input.ts";
import { invitedPartner, partnerRef } from "../schemas/partner.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";
import { enrollmentStatus } from "../schemas/values.ts";

const partnerId = z.strictObject({ partnerId: z.string().describe("Id of the partner, `pn_…`.") });
const partnerStatus = z.strictObject({
  partnerId: z.string().describe("Id of the partner, `pn_…`."),
  status: enrollmentStatus.describe("Where the enrollment stands now."),
});

function statusEndpoint(operation: "unban" | "reactivate" | "archive" | "unarchive", description: string): Endpoint {
  return endpoint(`partners.${operation}`, {
    description,
    body: partnerRef,
    output: partnerStatus,
    example: { body: { tenantId: "user_1042" } },
    handle: ({ ctx, body }) => changeStatus(ctx, body, { operation }),
  });
}

/** Admin changes of an enrollment's status, and the waiting applications. */
export const partnerStatusEndpoints: readonly Endpoint[] = [
  endpoint("partners.ban", {
    description:
      "Bans a partner: links go off, unpaid commissions and open payouts are canceled, the dashboard shows no data. Banning again changes nothing.",
    body: partnerBan,
    output: partnerId,
    example: { body: { tenantId: "user_1042", reason: "brand_abuse" } },
    handle: async ({ ctx, body }) => ({
      partnerId: (await changeStatus(ctx, body, { operation: "ban", reason: body.reason })).partnerId,
    }),
  }),
  endpoint("partners.deactivate", {
    description: "Ends a partnership in good standing: links go off, what was earned is still paid.",
    body: partnerRef,
    output: partnerId,
    example: { body: { tenantId: "user_1042" } },
    handle: async ({ ctx, body }) => ({
      partnerId: (await changeStatus(ctx, body, { operation: "deactivate" })).partnerId,
    }),
  }),
  endpoint("partners.invite", {
    description:
      "Invites a partner by address: mails the invitation, where mails are sent, and answers its link. Links work at once, payouts wait until the invitation is accepted; it ends after 30 days. A further call sends it again, with a new link.",
    body: partnerInvite,
    output: invitedPartner,
    example: { body: { email: "mara@ilves.example", name: "Mara Ilves" } },
    handle: ({ ctx, body }) => invitePartner(ctx, body),
  }),
  statusEndpoint("unban", "Lifts a ban: links go on and exactly what the ban canceled is restored."),
  statusEndpoint("reactivate", "Takes a deactivated partner back: links go on, rewards apply again."),
  statusEndpoint("archive", "Hides a partner from your own view. Links and earnings go on."),
  statusEndpoint("unarchive", "Brings an archived partner back."),
  endpoint("partnerApplications.list", {
    description: "Lists applications that wait for a review, newest first.",
    query: applicationQuery,
    output: z.array(application),
    handle: ({ ctx, query }) => listApplications(ctx, query),
  }),
  endpoint("partnerApplications.approve", {
    description:
      "Approves an application, also one that was rejected: default links are made, and the partner can earn.",
    body: applicationApproveInput,
    output: partnerId,
    example: { body: { applicationId: "app_1KAY3SCCZE7J2NC8Q5TEM1X9AB" } },
    handle: ({ ctx, body }) => approveApplication(ctx, body),
  }),
  endpoint("partnerApplications.reject", {
    description: "Rejects an application that waits.",
    body: applicationRejectInput,
    output: partnerId,
    example: {
      body: {
        applicationId: "app_1KAY3SCCZE7J2NC8Q5TEM1X9AB",
        rejectionReason: "needsMoreDetail",
        reapplicationTimeframe: "instant",
      },
    },
    handle: ({ ctx, body }) => rejectApplication(ctx, body),
  }),
];
