import { embedSections } from "../contract/program.ts";
import type {
  Bootstrap,
  EmbedEarnings,
  EmbedReward,
  EmbedSection,
  EmbedStats,
  EmbedTokenInfo,
} from "../contract/index.ts";
import { accessOf, actionsOf, isShown, noticeOf } from "./access.ts";
import { earningsTimeseries, isEarned } from "./answer-earnings.ts";
import { timeseries } from "./answer-analytics.ts";
import type { DemoCall } from "./call.ts";
import { demoNow, iso } from "./clock.ts";
import { rewardId, rewardPercent } from "./ledger.ts";
import { linkDomain, showLink } from "./links.ts";
import { noMetrics } from "./metrics.ts";
import { readPeriod } from "./period.ts";
import type { Query } from "./query.ts";
import type { World } from "./world.ts";

/** Everything the first screen needs, as far as status, sections and scopes allow (api-contract §10.2, §10.3). */
export function answerBootstrap({ world, query }: DemoCall): Bootstrap {
  const open = accessOf(world.status) !== "none";
  const data = dataParts(world, query);
  return {
    status: world.status,
    access: accessOf(world.status),
    notice: noticeOf(world),
    actions: actionsOf(world),
    token: tokenInfo(world),
    program: world.program,
    sections: shownSections(world),
    ...offer(world),
    ...(open ? data : nothing(data)),
    generatedAt: iso(demoNow),
  };
}

/** Life of a demo token: three hours from the fixed clock. */
export function tokenInfo({ scene }: World): EmbedTokenInfo {
  return { expires: iso(demoNow + 10_800_000), scopes: [...scene.scopes], allowedOrigins: null };
}

/** Lifetime figures, the sum over all links. */
export function statsOf(world: World): EmbedStats {
  const sum = noMetrics();
  for (const metrics of world.metrics.values()) {
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += metrics[name];
  }
  return { ...sum, saleAmount: isShown(world, "revenue") ? sum.saleAmount : null };
}

/** What was earned by status (domain-rules C24); with the minimum reached, when the first of it may be paid. */
export function earningsOf(world: World): EmbedEarnings | null {
  if (!isShown(world, "earnings")) return null;
  const sum = (status: string): number =>
    world.earnings.reduce((total, row) => (row.status === status ? total + row.earnings : total), 0);
  const upcoming = sum("pending");
  const toMinimum = Math.max(0, world.program.minPayoutAmount - upcoming);
  const due = world.earnings.flatMap((row) => (row.status === "pending" && row.payableAt ? [row.payableAt] : []));
  return {
    upcoming,
    held: sum("hold"),
    processed: sum("processed"),
    paid: sum("paid"),
    currency: world.program.currency,
    toMinimum,
    nextPayoutAt: isShown(world, "payouts") && toMinimum === 0 ? (due.sort()[0] ?? null) : null,
  };
}

type DataParts = Pick<
  Bootstrap,
  | "partner"
  | "links"
  | "linksTotal"
  | "linkRules"
  | "stats"
  | "earnings"
  | "timeseries"
  | "recentEarnings"
  | "referralForm"
  | "resources"
  | "faq"
>;

function dataParts(world: World, query: Query): DataParts {
  const shown = (section: EmbedSection): boolean => isShown(world, section);
  const { scene } = world;
  const links = world.links.filter((link) => !link.archived);
  return {
    partner: shown("profile") ? world.profile : null,
    links: shown("links")
      ? links.slice(0, 10).map((link) => showLink(link, world.metrics.get(link.ref.id)!, scene))
      : null,
    linksTotal: shown("links") ? world.links.length : null,
    linkRules: shown("links") ? linkRules(world) : null,
    stats: statsOf(world),
    earnings: earningsOf(world),
    timeseries: shown("analytics") ? bootstrapTimeseries(world, query) : null,
    recentEarnings: shown("earnings") ? world.earnings.slice(0, 5) : null,
    referralForm: shown("referrals") ? scene.referralForm : null,
    resources: shown("resources") && scene.material ? resources : null,
    faq: shown("faq") && scene.material ? faq : null,
  };
}

function nothing(parts: DataParts): DataParts {
  return Object.fromEntries(Object.keys(parts).map((name) => [name, null])) as unknown as DataParts;
}

function bootstrapTimeseries(world: World, query: Query): Bootstrap["timeseries"] {
  const period = readPeriod(query, "30d");
  const earned = earningsTimeseries(world.earnings.filter(isEarned), period);
  return timeseries(world.facts, period).map(({ start, clicks, leads, sales, saleAmount }, n) => ({
    start,
    clicks,
    leads,
    sales,
    saleAmount: isShown(world, "revenue") ? saleAmount : null,
    earnings: isShown(world, "earnings") ? earned[n]!.earnings : null,
  }));
}

function linkRules({ scene, links, status }: World): Bootstrap["linkRules"] {
  const room = scene.maxLinks === null || links.length < scene.maxLinks;
  return {
    canCreate: room && accessOf(status) === "full" && scene.scopes.includes("links:write"),
    maxLinks: scene.maxLinks,
    domain: linkDomain,
    style: scene.linkStyle,
    hosts: [{ host: "northlight.example", mode: "host" }],
  };
}

/** A tab whose every control needs a scope the token lacks is not shown. */
function shownSections(world: World): Bootstrap["sections"] {
  const { scopes } = world.scene;
  const allowed = (section: EmbedSection): boolean => {
    if (section === "referrals") return scopes.includes("referrals:write");
    return section !== "payoutSettings" || scopes.includes("payouts:write");
  };
  const entries = embedSections.map((section) => [section, isShown(world, section) && allowed(section)]);
  return Object.fromEntries(entries) as Bootstrap["sections"];
}

function offer({ scene, status, program }: World): Pick<Bootstrap, "rewards" | "discount"> {
  if (accessOf(status) !== "full" && status !== "invited") return { rewards: [], discount: null };
  const reward: EmbedReward = {
    id: rewardId,
    event: "sale",
    type: "percentage",
    amount: rewardPercent,
    currency: program.currency,
    maxDurationMonths: 12,
    maxAmount: null,
    description: null,
  };
  return {
    rewards: scene.reward ? [{ ...reward, ...scene.reward }] : [],
    discount: scene.discount ? { type: "percentage", amount: 20, maxDuration: 3, description: null } : null,
  };
}

const faq = [
  {
    question: "When do I get paid?",
    answer: "On the first of each month, for every sale whose 30 days have passed and once 50.00 have come together.",
  },
  {
    question: "How long does a link count?",
    answer: "For 90 days. A sale within that time is yours.",
  },
  { question: "May I use paid ads?", answer: "Yes, but not on the name Northlight." },
  { question: "What happens when a customer is refunded?", answer: "The commission of that sale is taken back." },
];

const resources: Bootstrap["resources"] = [
  { type: "logo", name: "Logo", value: "https://northlight.example/press/logo.svg" },
  { type: "file", name: "Screenshots", value: "https://northlight.example/press/screenshots.zip" },
  { type: "color", name: "Northlight blue", value: "#2867e4" },
  { type: "color", name: "Night", value: "#0b1020" },
  { type: "link", name: "Partner handbook", value: "https://northlight.example/handbook" },
];
