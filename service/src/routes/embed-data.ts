import { z } from "@hono/zod-openapi";
import type { OperationName } from "referrals-embed/contract";
import { userAgentOf } from "../bounds.ts";
import { bootstrap as readBootstrap } from "../domain/embed/bootstrap.ts";
import { earningsTimeseries, listOwnEarnings, listOwnPayouts, ownStatement } from "../domain/embed/earnings.ts";
import { actOnEnrollment, apply, reapply } from "../domain/embed/enrollment-actions.ts";
import { exportFile } from "../domain/embed/export-file.ts";
import { noteVisitor } from "../domain/embed/note-visitor.ts";
import { openStream } from "../domain/embed/open-stream.ts";
import { ownAnalytics } from "../domain/embed/own-analytics.ts";
import { listOwnEvents } from "../domain/embed/own-events.ts";
import { ownInvitation } from "../domain/embed/own-invitation.ts";
import { ownLeaderboard } from "../domain/embed/own-leaderboard.ts";
import { createOwnLink, listOwnLinks, updateOwnLink } from "../domain/embed/own-links.ts";
import { ownProfile, updateOwnProfile } from "../domain/embed/own-profile.ts";
import { createReferral, listOwnReferrals } from "../domain/embed/own-referrals.ts";
import { setMilestonesTold } from "../domain/embed/milestones-told.ts";
import { ownPayoutMethod, setPayoutMethod } from "../domain/embed/payout-method.ts";
import { tokenInfo as showToken } from "../domain/embed/token-info.ts";
import { bootstrap } from "../schemas/embed-bootstrap.ts";
import * as schema from "../schemas/embed-data.ts";
import * as input from "../schemas/embed-input.ts";
import { idParams } from "../schemas/query.ts";
import { payoutStatement } from "../schemas/payouts.ts";
import { formValues } from "../schemas/referral-form.ts";
import { Answer, endpoint, type Endpoint } from "./endpoint.ts";
import { createSpool } from "./spool.ts";

const body = z.object({});
const output = schema.enrollmentActionResult;

/** The embed data API. */
export const embedDataEndpoints: readonly Endpoint[] = [
  endpoint("embed.bootstrap", {
    description:
      "Answers in one call what the dashboard's first screen shows. It works in every status; what the status, the program or the token withholds is `null`.",
    query: input.bootstrapQuery,
    output: bootstrap,
    example: { query: { interval: "7d" } },
    handle: async ({ ctx, caller, query, from, request }) => {
      const userAgent = userAgentOf(request.headers.get("user-agent"));
      if (caller.viewedBy === null) await noteVisitor(ctx, caller, { address: from.address, userAgent });
      return readBootstrap(ctx, caller, query);
    },
  }),
  endpoint("embed.token", {
    description: "Tells how long the token works and what for.",
    output: schema.embedTokenInfo,
    handle: async ({ caller }) => showToken(caller),
  }),
  endpoint("embed.analytics", {
    description: "Counts clicks, leads and sales of the partner's own links.",
    query: input.embedAnalyticsQuery,
    output: input.embedAnalyticsResult,
    example: { query: { event: "composite", groupBy: "count" } },
    handle: ({ ctx, caller, query }) => ownAnalytics(ctx, caller, query),
  }),
  endpoint("embed.earnings", {
    description: "Lists the partner's commissions, newest first.",
    query: input.earningListQuery,
    output: schema.embedList(schema.earning),
    example: { query: { status: "pending", limit: 1 } },
    handle: ({ ctx, caller, query }) => listOwnEarnings(ctx, caller, query),
  }),
  endpoint("embed.earningsTimeseries", {
    description: "What the partner earned over time, without gaps.",
    query: input.earningTimeseriesQuery,
    output: z.array(schema.earningTimeseriesPoint),
    example: { query: { interval: "24h", groupBy: "type" } },
    handle: ({ ctx, caller, query }) => earningsTimeseries(ctx, caller, query),
  }),
  endpoint("embed.payouts", {
    description: "Lists the partner's payouts, newest first.",
    query: input.payoutRowQuery,
    output: schema.embedList(schema.payoutRow),
    handle: ({ ctx, caller, query }) => listOwnPayouts(ctx, caller, query),
  }),
  endpoint("embed.statement", {
    description: "Answers what one of the partner's payouts pays, line by line.",
    query: input.statementQuery,
    output: payoutStatement,
    handle: async ({ ctx, caller, query }) => Answer.json(await ownStatement(ctx, caller, query.payoutId)),
  }),
  endpoint("embed.events", {
    description:
      "Lists clicks, leads and sales of the partner's links, newest first, without addresses or user agents.",
    query: input.embedEventQuery,
    output: schema.embedList(schema.eventRow),
    example: { query: { event: "sale", limit: 1 } },
    handle: ({ ctx, caller, query }) => listOwnEvents(ctx, caller, query),
  }),
  endpoint("embed.leaderboard", {
    description: "Ranks the program's partners by what they earned. Names are those of partners who opted in.",
    output: schema.leaderboard,
    handle: ({ ctx, caller }) => ownLeaderboard(ctx, caller),
  }),
  endpoint("embed.links", {
    description: "Lists the partner's links.",
    query: input.embedLinkQuery,
    output: schema.embedList(schema.embedLink),
    example: { query: { limit: 1 } },
    handle: ({ ctx, caller, query }) => listOwnLinks(ctx, caller, query),
  }),
  endpoint("embed.createLink", {
    description: "Makes a link of the partner, up to the group's limit.",
    body: input.embedLinkInput,
    output: schema.embedLink,
    example: { body: { url: "https://acme.example/start", key: "ada-start" } },
    handle: ({ ctx, caller, body }) => createOwnLink(ctx, caller, body),
  }),
  endpoint("embed.updateLink", {
    description: "Changes, archives or restores a link of the partner. Of a default link only the key can change.",
    params: idParams,
    body: input.embedLinkPatch,
    output: schema.embedLink,
    example: { body: { key: "adaokafor" } },
    handle: ({ ctx, caller, params, body }) => updateOwnLink(ctx, caller, { id: params.id, patch: body }),
  }),
  endpoint("embed.referrals", {
    description: "Lists the referrals the partner sent.",
    query: input.embedPageQuery,
    output: schema.embedList(schema.referral),
    handle: ({ ctx, caller, query }) => listOwnReferrals(ctx, caller, query),
  }),
  endpoint("embed.createReferral", {
    description: "Sends a referral through the group's form. The same values again are a conflict.",
    body: z.object({ values: formValues.describe("What was entered, by the form's keys.") }),
    output: schema.referral,
    example: { body: { values: { company: "Bluefin Analytics" } } },
    handle: ({ ctx, caller, body }) => createReferral(ctx, caller, body.values),
  }),
  endpoint("embed.invitation", {
    description:
      "Answers the partner's own link for people who could become partners, how many came by it, and what that earned. It earns where the partner has a reward for `referral`.",
    output: schema.invitation,
    handle: ({ ctx, caller }) => ownInvitation(ctx, caller),
  }),
  endpoint("embed.apply", {
    description:
      "Answers the program's form, which makes the application: it is reviewed from then on. What was answered before stays; `POST {embed}/enrollment/reapply` applies again after a rejection.",
    body: z.object({
      values: formValues.optional().describe("Answers to the program's questions, by the form's keys."),
    }),
    output,
    handle: ({ ctx, caller, body }) => apply(ctx, caller, body.values),
  }),
  ...(
    [
      ["accept", "Accepts an invitation, or takes back within 30 days having declined it."],
      ["decline", "Declines an invitation: links go off, what was earned stays."],
      ["leave", "Ends the partnership from the partner's side: links go off, what was earned is still paid."],
      ["withdraw", "Withdraws an application that waits."],
    ] as const
  ).map(([action, description]) =>
    endpoint(`embed.${action}` satisfies OperationName, {
      description,
      body,
      output,
      handle: ({ ctx, caller }) => actOnEnrollment(ctx, caller, action),
    }),
  ),
  endpoint("embed.reapply", {
    description: "Applies again after a rejection, from the date the notice names.",
    body: z.object({
      values: formValues.optional().describe("Answers to the program's questions, by the form's keys."),
    }),
    output,
    handle: ({ ctx, caller, body }) => reapply(ctx, caller, body.values),
  }),
  endpoint("embed.profile", {
    description: "Answers the partner's own profile.",
    output: schema.profile,
    handle: ({ ctx, caller }) => ownProfile(ctx, caller),
  }),
  endpoint("embed.updateProfile", {
    description: "Changes the partner's own profile. What is left out stays; `null` clears.",
    body: input.profilePatch,
    output: schema.profile,
    example: { body: { leaderboardOptIn: true, leaderboardName: "Ada" } },
    handle: ({ ctx, caller, body }) => updateOwnProfile(ctx, caller, body),
  }),
  endpoint("embed.payoutMethod", {
    description: "Tells how the partner is paid, with the destination masked.",
    output: schema.payoutMethod,
    handle: ({ ctx, caller }) => ownPayoutMethod(ctx, caller),
  }),
  endpoint("embed.setPayoutMethod", {
    description:
      "Changes how the partner is paid. It counts after the program's `payoutMethodDelayHours`, 24 unless set; payouts wait until then.",
    body: input.payoutMethodInput,
    output: schema.payoutMethod,
    example: { body: { method: "paypal", paypalEmail: "ada@okafor.example" } },
    handle: ({ ctx, caller, body }) => setPayoutMethod(ctx, caller, body),
  }),
  endpoint("embed.setMilestonesTold", {
    description: "Notes that the partner was told of milestones, so that no other device tells of them again.",
    body: input.milestonesTold,
    output: input.milestonesTold,
    example: { body: { milestones: [{ metric: "sales", value: 10 }] } },
    handle: ({ ctx, caller, body }) => setMilestonesTold(ctx, caller, body.milestones),
  }),
  endpoint("embed.export", {
    description: "Downloads what the service holds on the partner: everything as JSON, or one section as CSV.",
    query: input.exportQuery,
    example: { query: { format: "csv", section: "earnings" } },
    handle: async ({ ctx, caller, query }) => {
      // The data is read at full speed, in one snapshot, also for a slow client.
      const spool = createSpool();
      try {
        const { name, contentType } = await exportFile(ctx, caller, { query, write: spool.write });
        const headers = { "Content-Type": contentType, "Content-Disposition": `attachment; filename="${name}"` };
        return new Response(spool.read(), { headers });
      } catch (error) {
        await spool.discard();
        throw error;
      }
    },
  }),
  endpoint("embed.stream", {
    description:
      "Server-sent events: `stats`, `commission`, `payout`, `status` and, a minute before the token ends, `expiring`. Read it with `fetch` and the bearer header; `Last-Event-ID` resumes within five minutes.",
    handle: async ({ ctx, caller, request, onExhausted }) => {
      const lastEventId = request.headers.get("last-event-id");
      const body = await openStream(ctx, caller, { lastEventId, onExhausted });
      return new Response(body, { headers: { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" } });
    },
  }),
];
