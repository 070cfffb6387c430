import type { EmbedAccess, EmbedScope, EmbedSection } from "../contract/index.ts";
import type { Needs } from "./access.ts";
import { answerAnalytics } from "./answer-analytics.ts";
import { answerBootstrap, tokenInfo, figuresOf } from "./answer-bootstrap.ts";
import { answerEarningsTimeseries, answerStatement, listEarnings, listEvents, listPayouts } from "./answer-earnings.ts";
import { act, answerInvitation, applyAs, createReferral } from "./answer-actions.ts";
import { answerExport } from "./answer-export.ts";
import { answerLeaderboard } from "./answer-leaderboard.ts";
import { listLinks } from "./answer-links.ts";
import { setMilestonesTold, setPayoutMethod, updateProfile } from "./answer-profile.ts";
import type { DemoCall } from "./call.ts";
import { createOwnLink, updateOwnLink } from "./edit-links.ts";
import { page } from "./query.ts";
import type { DemoState } from "./demo-state.ts";
import { accessOf } from "../rules/standing.ts";
import { toJson } from "./to-json.ts";

/** A route: what it needs and what it answers. A `Response` is sent as it is. */
export interface DemoRoute extends Needs {
  answer: RouteHandler;
}

type RouteHandler = (state: DemoState, call: DemoCall) => object;

/** A route; without a section it works in every status. */
function on(
  section: EmbedSection | null,
  answer: RouteHandler,
  scope: EmbedScope = "read",
  access: EmbedAccess = section ? (scope === "read" ? "read" : "full") : "none",
): DemoRoute {
  return { section, answer, scope, access };
}

/** The list of a section, a page at a time. */
function list(section: EmbedSection, rows: (state: DemoState, call: DemoCall) => { id: string }[]): DemoRoute {
  return on(section, (state, call) => page(call.query, section, rows(state, call)));
}

const action: DemoRoute = on(null, act, "profile:write");
const application: DemoRoute = on(null, applyAs, "profile:write");

/** Every operation of the embed data API, by method and path below the prefix. */
export const routes: Readonly<Record<string, DemoRoute>> = {
  "GET /": on(null, answerBootstrap),
  "GET /token": on(null, tokenInfo),
  "GET /analytics": on("analytics", answerAnalytics),
  "GET /earnings": list("earnings", listEarnings),
  "GET /earnings/timeseries": on("earnings", answerEarningsTimeseries),
  "GET /payouts": list("payouts", listPayouts),
  "GET /statement": on("payouts", answerStatement),
  "GET /events": list("events", listEvents),
  "GET /leaderboard": on("leaderboard", answerLeaderboard),
  "GET /links": list("links", listLinks),
  "POST /links": on("links", createOwnLink, "links:write"),
  "PATCH /links/{id}": on("links", updateOwnLink, "links:write"),
  "GET /referrals": list("referrals", (state) => state.referrals),
  "POST /referrals": on("referrals", createReferral, "referrals:write"),
  "GET /invitation": on("referrals", answerInvitation),
  "POST /enrollment/apply": application,
  "POST /enrollment/accept": action,
  "POST /enrollment/decline": action,
  "POST /enrollment/leave": action,
  "POST /enrollment/withdraw": action,
  "POST /enrollment/reapply": application,
  "GET /profile": on("profile", (state) => state.profile),
  "PATCH /profile": on("profile", updateProfile, "profile:write"),
  "GET /payout-method": on("payoutSettings", (state) => state.payoutMethod),
  "PUT /payout-method": on("payoutSettings", setPayoutMethod, "payouts:write", "read"),
  "PUT /milestones": on(null, setMilestonesTold, "profile:write", "full"),
  "GET /export": on("export", answerExport),
  "GET /stream": on("live", answerStream, "read", "none"),
};

/** Live figures: one snapshot and no further event, since a demo has no new activity. */
function answerStream(state: DemoState, { signal }: DemoCall): Response {
  const { status } = state;
  const access = accessOf(status);
  const [event, data] = access === "none" ? ["status", { status, access }] : ["stats", figuresOf(state)];
  const text = `retry: 3000\nid: 1\nevent: ${event}\ndata: ${toJson(state.scene, data)}\n\n`;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      signal?.addEventListener("abort", () => controller.error(signal.reason), { once: true });
    },
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
}
