import type { EnrollmentAction } from "../contract/index.ts";
import type { Needs } from "./access.ts";
import { answerAnalytics } from "./answer-analytics.ts";
import { answerBootstrap, tokenInfo } from "./answer-bootstrap.ts";
import { answerEarnings, answerEarningsTimeseries, answerEvents, answerPayouts } from "./answer-earnings.ts";
import { act } from "./answer-enrollment.ts";
import { answerExport } from "./answer-export.ts";
import { answerLeaderboard } from "./answer-leaderboard.ts";
import { answerLinks } from "./answer-links.ts";
import { setPayoutMethod, updateProfile } from "./answer-profile.ts";
import { createReferral } from "./answer-referrals.ts";
import { answerStream } from "./answer-stream.ts";
import type { DemoRoute } from "./call.ts";
import { createOwnLink, updateOwnLink } from "./edit-links.ts";
import { page } from "./query.ts";
import type { EmbedOperation } from "./scene.ts";

type Route = `${"GET" | "POST" | "PUT" | "PATCH"} ${string}`;

function on<N extends EmbedOperation>(
  route: Route,
  needs: Partial<Needs>,
  answer: DemoRoute<N>["answer"],
  ok: 200 | 201 = 200,
): DemoRoute<N> {
  const [method, path] = route.split(" ") as [DemoRoute<N>["method"], string];
  return { scope: "read", access: method === "GET" ? "read" : "full", ...needs, method, path, ok, answer };
}

const doing =
  (action: EnrollmentAction): DemoRoute<"embed.accept">["answer"] =>
  (call) =>
    act(action, call);

const always = { access: "none" } as const;
const own = { ...always, scope: "profile:write" } as const;
const links = { section: "links" } as const;
const earnings = { section: "earnings" } as const;
const payoutSettings = { section: "payoutSettings", access: "read" } as const;

/** Every operation of the embed data API; the compiler sees to it that none is missing. */
export const routes: Readonly<{ [N in EmbedOperation]: DemoRoute<N> }> = {
  "embed.bootstrap": on("GET /", always, answerBootstrap),
  "embed.token": on("GET /token", always, ({ world }) => tokenInfo(world)),
  "embed.analytics": on("GET /analytics", { section: "analytics" }, answerAnalytics),
  "embed.earnings": on("GET /earnings", earnings, answerEarnings),
  "embed.earningsTimeseries": on("GET /earnings/timeseries", earnings, answerEarningsTimeseries),
  "embed.payouts": on("GET /payouts", { section: "payouts" }, answerPayouts),
  "embed.events": on("GET /events", { section: "events" }, answerEvents),
  "embed.leaderboard": on("GET /leaderboard", { section: "leaderboard" }, answerLeaderboard),
  "embed.links": on("GET /links", links, answerLinks),
  "embed.createLink": on("POST /links", { ...links, scope: "links:write" }, createOwnLink, 201),
  "embed.updateLink": on("PATCH /links/{id}", { ...links, scope: "links:write" }, updateOwnLink),
  "embed.referrals": on("GET /referrals", { section: "referrals" }, ({ world, query }) =>
    page(query, "referrals", world.referrals),
  ),
  "embed.createReferral": on(
    "POST /referrals",
    { section: "referrals", scope: "referrals:write" },
    createReferral,
    201,
  ),
  "embed.accept": on("POST /enrollment/accept", own, doing("accept")),
  "embed.decline": on("POST /enrollment/decline", own, doing("decline")),
  "embed.leave": on("POST /enrollment/leave", own, doing("leave")),
  "embed.withdraw": on("POST /enrollment/withdraw", own, doing("withdraw")),
  "embed.reapply": on("POST /enrollment/reapply", own, doing("reapply")),
  "embed.profile": on("GET /profile", { section: "profile" }, ({ world }) => world.profile),
  "embed.updateProfile": on("PATCH /profile", { section: "profile", scope: "profile:write" }, updateProfile),
  "embed.payoutMethod": on("GET /payout-method", payoutSettings, ({ world }) => world.payoutMethod),
  "embed.setPayoutMethod": on("PUT /payout-method", { ...payoutSettings, scope: "payouts:write" }, setPayoutMethod),
  "embed.export": on("GET /export", { section: "export" }, answerExport),
  "embed.stream": on("GET /stream", { section: "live", access: "none" }, answerStream),
};
