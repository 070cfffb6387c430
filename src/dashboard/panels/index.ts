import type { ComponentType } from "react";
import type { ReferralsData, ReferralsSection } from "../../contract/embed.ts";
import { AnalyticsSkeleton } from "../skeletons/AnalyticsSkeleton.tsx";
import { CardSkeleton } from "../skeletons/CardSkeleton.tsx";
import { ListSkeleton } from "../skeletons/ListSkeleton.tsx";
import { OverviewSkeleton } from "../skeletons/OverviewSkeleton.tsx";
import { LinkCard } from "./overview/LinkCard.tsx";
import { OverviewPanel } from "./overview/OverviewPanel.tsx";

/** A panel of the dashboard; its code loads on first visit, or when its tab is about to be visited. */
export type PanelEntry = {
  section: ReferralsSection;
  /** Stands in until the code is here. */
  Skeleton: ComponentType;
} & ({ load: () => Promise<ComponentType> } | { Panel: ComponentType });

/** The panels of `data="referrals"`, in the order of their tabs. */
export const panels: readonly PanelEntry[] = [
  {
    section: "overview",
    Skeleton: OverviewSkeleton,
    // Shown first, and so part of the dashboard's own code: one more request would keep the first figures waiting.
    Panel: OverviewPanel,
  },
  {
    section: "links",
    Skeleton: ListSkeleton,
    load: () => import("./links/LinksPanel.tsx").then((code) => code.LinksPanel),
  },
  {
    section: "earnings",
    Skeleton: ListSkeleton,
    load: () => import("./earnings/EarningsPanel.tsx").then((code) => code.EarningsPanel),
  },
  {
    section: "leaderboard",
    Skeleton: ListSkeleton,
    load: () => import("./leaderboard/LeaderboardPanel.tsx").then((code) => code.LeaderboardPanel),
  },
  {
    section: "resources",
    Skeleton: ListSkeleton,
    load: () => import("./resources/ResourcesPanel.tsx").then((code) => code.ResourcesPanel),
  },
  {
    section: "refer",
    Skeleton: ListSkeleton,
    load: () => import("./refer/ReferPanel.tsx").then((code) => code.ReferPanel),
  },
  {
    section: "settings",
    Skeleton: ListSkeleton,
    load: () => import("./settings/SettingsPanel.tsx").then((code) => code.SettingsPanel),
  },
];

/** `data="analytics"` is one panel; its sections are cards. */
export const analyticsPanel: PanelEntry = {
  section: "timeseries",
  Skeleton: AnalyticsSkeleton,
  load: () => import("./analytics/AnalyticsPanel.tsx").then((code) => code.AnalyticsPanel),
};

/** `data="card"` is one card. */
export const cardPanel: PanelEntry = { section: "overview", Skeleton: CardSkeleton, Panel: LinkCard };

/** Fetches a panel's code ahead of its first visit; a failure shows there, not here. */
export function prefetchPanel(data: ReferralsData, section?: ReferralsSection): void {
  const entry = data === "analytics" ? analyticsPanel : panels.find((one) => one.section === (section ?? "overview"));
  if (entry && "load" in entry) entry.load().catch(() => undefined);
}
