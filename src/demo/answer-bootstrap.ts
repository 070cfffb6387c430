import { embedSections } from "../contract/program.ts";
import type {
  Bootstrap,
  CommissionStatus,
  EmbedEarnings,
  EmbedReward,
  EmbedSection,
  EmbedTimeseriesPoint,
  EmbedTokenInfo,
  EnrollmentAction,
  NextPayout,
} from "../contract/index.ts";
import { periodBefore } from "../rules/buckets.ts";
import { isAsked } from "../rules/form-values.ts";
import { milestonesOf } from "../rules/milestones.ts";
import { leastPayout, nextPayoutOf } from "../rules/next-payout.ts";
import { needOf } from "../rules/payout-needs.ts";
import { accessOf, noticeOf } from "../rules/standing.ts";
import { resultOf, standingOf } from "./access.ts";
import { timeseries } from "./answer-analytics.ts";
import { earningsTimeseries, isEarned } from "./answer-earnings.ts";
import type { DemoCall } from "./call.ts";
import { iso, joinedAt } from "./clock.ts";
import { rewardId, rewardPercent, totalOf, type DemoEarning } from "./ledger.ts";
import { linkDomain, programHost, showLink } from "./links.ts";
import { metricsOf } from "./metrics.ts";
import { readPeriod, type Period } from "./period.ts";
import { faq, resources } from "./sample-content.ts";
import type { DemoState } from "./demo-state.ts";

/** Everything the first screen needs, as far as the status allows. */
export function answerBootstrap(state: DemoState, { query }: DemoCall): Bootstrap {
  const { status, access, actions } = resultOf(state);
  const data = dataOf(state, query);
  const mayAct = state.scene.scopes.includes("profile:write");
  return {
    status,
    access,
    notice: noticeOf(standingOf(state)),
    actions: mayAct ? actions : [],
    application: mayAct ? askedOf(state, actions) : null,
    token: tokenInfo(state),
    program: state.program,
    sections: shownSections(state),
    ...offer(state),
    ...(access === "none" ? nothing(data) : data),
    generatedAt: iso(state.scene.now),
  };
}

/** The form for a partner who may apply now, with their last answers. */
function askedOf(
  { scene, profile, answers }: DemoState,
  actions: readonly EnrollmentAction[],
): Bootstrap["application"] {
  const { id: partnerId } = profile;
  const form = isAsked(scene.applicationForm) ? scene.applicationForm : null;
  const isDue = actions.includes("apply") || (actions.includes("reapply") && form !== null);
  return isDue ? { partnerId, form, values: form ? answers : {} } : null;
}

/** Life of a demo token: three hours from the end of its data. */
export function tokenInfo({ scene }: DemoState): EmbedTokenInfo {
  return { expires: iso(scene.now + 10_800_000), scopes: [...scene.scopes], allowedOrigins: null };
}

/** Lifetime figures: what happened, what was earned by status, and what the next run makes of it. */
export function figuresOf(state: DemoState): Pick<Bootstrap, "stats" | "earnings"> {
  const { earnings, facts, scene } = state;
  const having = (status: CommissionStatus): DemoEarning[] => earnings.filter((row) => row.status === status);
  const sumOf = (status: CommissionStatus): number => totalOf(having(status));
  const [upcoming, onTheWay, paid] = [sumOf("pending"), sumOf("processed"), sumOf("paid")];
  const clearing = clearingByDay(having("pending"), scene.now);
  return {
    stats: metricsOf(facts),
    earnings: {
      earned: upcoming + onTheWay + paid,
      ready: clearing.reduce((rest, { amount }) => rest - amount, upcoming),
      clearing,
      onTheWay,
      onHold: heldByReason(having("hold")),
      paid,
      currency: scene.currency,
      minimum: scene.minPayoutAmount,
      nextPayout: nextPayout(state, { pending: having("pending"), onTheWay, paid }),
      upcoming,
      held: sumOf("hold"),
      processed: onTheWay,
    },
  };
}

function nextPayout(
  { scene, status, payouts, payoutMethod }: DemoState,
  { pending, onTheWay, paid }: { pending: readonly DemoEarning[]; onTheWay: number; paid: number },
): NextPayout {
  const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
  const { method, destination, payoutsEnabledAt, effectiveAt } = payoutMethod;
  const due = pending.map(({ payableAt, earnings }) => ({ at: Date.parse(payableAt!), amount: earnings }));
  const [last] = payouts;
  return nextPayoutOf({
    nowMs: scene.now,
    payoutDay: scene.payoutDay,
    timezone: "UTC",
    least: leastPayout(scene.minPayoutAmount, status),
    open: 0,
    ready: due.reduce((sum, { at, amount }) => (at > scene.now ? sum : sum + amount), 0),
    clearing: due.filter(({ at }) => at > scene.now).toSorted((a, b) => a.at - b.at),
    onTheWay,
    paid,
    need: needOf(
      {
        payoutsEnabledAt: dateOf(payoutsEnabledAt),
        method,
        effectiveAt: dateOf(effectiveAt),
        hasDestination: destination !== null,
        isShared: false,
      },
      scene.now,
    ),
    // Nothing was done about it yet.
    failure:
      last?.status === "failed" && effectiveAt === null
        ? { payoutId: last.id, amount: last.amount, method: last.method, reason: last.failureReason, isReissue: false }
        : null,
  });
}

/** What may be paid later, by day in UTC, which is the demo program's zone. */
function clearingByDay(pending: readonly DemoEarning[], now: number): EmbedEarnings["clearing"] {
  const days = new Map<string, { date: string; amount: number }>();
  const later = pending.filter(({ payableAt }) => payableAt !== null && Date.parse(payableAt) > now);
  for (const { payableAt, earnings } of later.toSorted((a, b) => (a.payableAt! < b.payableAt! ? -1 : 1))) {
    const day = payableAt!.slice(0, 10);
    days.set(day, { date: payableAt!, amount: (days.get(day)?.amount ?? 0) + earnings });
  }
  return [...days.values()];
}

function heldByReason(held: readonly DemoEarning[]): EmbedEarnings["onHold"] {
  const reasons = new Map<string, number>();
  for (const { statusReason, earnings } of held)
    reasons.set(statusReason ?? "review", (reasons.get(statusReason ?? "review") ?? 0) + earnings);
  return [...reasons].map(([reason, amount]) => ({ reason, amount }));
}

type Data = Omit<
  Bootstrap,
  | "status"
  | "access"
  | "notice"
  | "actions"
  | "application"
  | "token"
  | "program"
  | "sections"
  | "rewards"
  | "discount"
  | "generatedAt"
>;

function dataOf(state: DemoState, query: URLSearchParams): Data {
  const { scene, links, earnings } = state;
  const period = readPeriod(query, scene, "30d");
  const before = periodBefore(period, { nowMs: scene.now, sinceMs: joinedAt(scene.now) });
  const listed = links.filter((link) => !link.archived).slice(0, 10);
  return {
    partner: state.profile,
    links: listed.map((link) => showLink(link, scene)),
    linksTotal: links.length,
    linkRules: linkRules(state),
    ...figuresOf(state),
    milestones: milestonesOf(scene.milestones, { told: state.told, showEarnings: !scene.hidden.includes("earnings") }),
    timeseries: pointsOf(state, period),
    previous: before === null ? null : pointsOf(state, [before, period[0]!])[0]!,
    recentEarnings: earnings.slice(0, 5),
    referralForm: scene.referralForm,
    resources: scene.material ? resources : null,
    faq: scene.material ? faq : null,
  };
}

/** What happened and what was earned, per bucket. */
function pointsOf({ facts, earnings }: DemoState, period: Period): EmbedTimeseriesPoint[] {
  const earned = earningsTimeseries(earnings.filter(isEarned), period);
  return timeseries(facts, period).map(({ start, clicks, leads, sales, saleAmount }, n) => ({
    start,
    clicks,
    leads,
    sales,
    saleAmount,
    earnings: earned[n]!.earnings,
  }));
}

function nothing(data: Data): Data {
  return Object.fromEntries(Object.keys(data).map((name) => [name, null])) as unknown as Data;
}

function linkRules(state: DemoState): Bootstrap["linkRules"] {
  const { maxLinks, scopes, linkStyle } = state.scene;
  const hasRoom = maxLinks === null || state.links.length < maxLinks;
  return {
    canCreate: hasRoom && accessOf(state.status) === "full" && scopes.includes("links:write"),
    maxLinks,
    domain: linkDomain,
    style: linkStyle,
    hosts: [{ host: programHost, mode: "host" }],
  };
}

/** A tab is hidden when every control in it needs a scope the token lacks. */
function shownSections({ scene: { scopes, hidden, moreRewards } }: DemoState): Bootstrap["sections"] {
  const bringsPartners = moreRewards.some(({ event }) => event === "referral");
  const isShown = (section: EmbedSection): boolean =>
    !hidden.includes(section) &&
    (section !== "referrals" || scopes.includes("referrals:write") || bringsPartners) &&
    (section !== "payoutSettings" || scopes.includes("payouts:write"));
  return Object.fromEntries(embedSections.map((section) => [section, isShown(section)])) as Bootstrap["sections"];
}

function offer(state: DemoState): Pick<Bootstrap, "rewards" | "discount"> {
  const { status, scene } = state;
  if (accessOf(status) !== "full" && status !== "invited" && status !== "pending")
    return { rewards: [], discount: null };
  const reward: EmbedReward = {
    id: rewardId,
    event: "sale",
    type: "percentage",
    amount: rewardPercent,
    currency: scene.currency,
    maxDurationMonths: 12,
    maxAmount: null,
    conditions: [],
    description: null,
  };
  return {
    rewards: [
      ...scene.moreRewards.map((more): EmbedReward => ({ ...reward, type: "flat", maxDurationMonths: null, ...more })),
      ...(scene.reward ? [{ ...reward, ...scene.reward }] : []),
    ],
    discount: scene.discount ? { type: "percentage", amount: 20, maxDuration: 3, description: null } : null,
  };
}
