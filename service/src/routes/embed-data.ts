import { z } from "@hono/zod-openapi";
import type { OperationName } from "referrals-embed/contract";
import { bootstrap as readBootstrap } from "../domain/embed/bootstrap.ts";
import { earningsTimeseries, listOwnEarnings, listOwnPayouts } from "../domain/embed/earnings.ts";
import { actOnEnrollment, reapply } from "../domain/embed/enrollment-actions.ts";
import { noteVisitor } from "../domain/embed/note-visitor.ts";
import { ownAnalytics } from "../domain/embed/own-analytics.ts";
import { listOwnEvents } from "../domain/embed/own-events.ts";
import { ownLeaderboard } from "../domain/embed/own-leaderboard.ts";
import { createOwnLink, listOwnLinks, updateOwnLink } from "../domain/embed/own-links.ts";
import { ownProfile, updateOwnProfile } from "../domain/embed/own-profile.ts";
import { createReferral, listOwnReferrals } from "../domain/embed/own-referrals.ts";
import { ownPayoutMethod, setPayoutMethod } from "../domain/embed/payout-method.ts";
import { tokenInfo as showToken } from "../domain/embed/token-info.ts";
import { bootstrap } from "../schemas/embed-bootstrap.ts";
import * as schema from "../schemas/embed-data.ts";
import * as input from "../schemas/embed-input.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

const body = z.object({});
const output = schema.actionResult;

/** The embed data API but for file and stream (api-contract §10.1). */
export const embedDataEndpoints: readonly Endpoint[] = [
  endpoint("embed.bootstrap", {
    query: input.bootstrapQuery,
    output: bootstrap,
    handle: async ({ ctx, caller, query, address, request }) => {
      await noteVisitor(ctx, caller, { address, userAgent: request.headers.get("user-agent") ?? "" });
      return readBootstrap(ctx, caller, query);
    },
  }),
  endpoint("embed.token", { output: schema.tokenInfo, handle: async ({ caller }) => showToken(caller) }),
  endpoint("embed.analytics", {
    query: input.embedAnalyticsQuery,
    output: input.embedAnalyticsResult,
    handle: ({ ctx, caller, query }) => ownAnalytics(ctx, caller, query),
  }),
  endpoint("embed.earnings", {
    query: input.earningListQuery,
    output: schema.embedList(schema.earning),
    handle: ({ ctx, caller, query }) => listOwnEarnings(ctx, caller, query),
  }),
  endpoint("embed.earningsTimeseries", {
    query: input.earningTimeseriesQuery,
    output: z.array(schema.earningPoint),
    handle: ({ ctx, caller, query }) => earningsTimeseries(ctx, caller, query),
  }),
  endpoint("embed.payouts", {
    query: input.payoutRowQuery,
    output: schema.embedList(schema.payoutRow),
    handle: ({ ctx, caller, query }) => listOwnPayouts(ctx, caller, query),
  }),
  endpoint("embed.events", {
    query: input.embedEventQuery,
    output: schema.embedList(schema.eventRow),
    handle: ({ ctx, caller, query }) => listOwnEvents(ctx, caller, query),
  }),
  endpoint("embed.leaderboard", {
    output: schema.leaderboard,
    handle: ({ ctx, caller }) => ownLeaderboard(ctx, caller),
  }),
  endpoint("embed.links", {
    query: input.embedLinkQuery,
    output: schema.embedList(schema.embedLink),
    handle: ({ ctx, caller, query }) => listOwnLinks(ctx, caller, query),
  }),
  endpoint("embed.createLink", {
    body: input.embedLinkInput,
    output: schema.embedLink,
    handle: ({ ctx, caller, body }) => createOwnLink(ctx, caller, body),
  }),
  endpoint("embed.updateLink", {
    params: z.object({ id: z.string() }),
    body: input.embedLinkPatch,
    output: schema.embedLink,
    handle: ({ ctx, caller, params, body }) => updateOwnLink(ctx, caller, params.id, body),
  }),
  endpoint("embed.referrals", {
    query: input.embedPage,
    output: schema.embedList(schema.referral),
    handle: ({ ctx, caller, query }) => listOwnReferrals(ctx, caller, query),
  }),
  endpoint("embed.createReferral", {
    body: z.object({ values: input.formValues }),
    output: schema.referral,
    handle: ({ ctx, caller, body }) => createReferral(ctx, caller, body.values),
  }),
  ...(["accept", "decline", "leave", "withdraw"] as const).map((action) =>
    endpoint(`embed.${action}` satisfies OperationName, {
      body,
      output,
      handle: ({ ctx, caller }) => actOnEnrollment(ctx, caller, action),
    }),
  ),
  endpoint("embed.reapply", {
    body: z.object({ values: input.formValues.optional() }),
    output,
    handle: ({ ctx, caller, body }) => reapply(ctx, caller, body.values),
  }),
  endpoint("embed.profile", {
    output: schema.profile,
    handle: ({ ctx, caller }) => ownProfile(ctx, caller),
  }),
  endpoint("embed.updateProfile", {
    body: input.profilePatch,
    output: schema.profile,
    handle: ({ ctx, caller, body }) => updateOwnProfile(ctx, caller, body),
  }),
  endpoint("embed.payoutMethod", {
    output: schema.payoutMethod,
    handle: ({ ctx, caller }) => ownPayoutMethod(ctx, caller),
  }),
  endpoint("embed.setPayoutMethod", {
    body: input.payoutMethodInput,
    output: schema.payoutMethod,
    handle: ({ ctx, caller, body }) => setPayoutMethod(ctx, caller, body),
  }),
];
