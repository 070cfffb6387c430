import type { ComponentType } from "react";
import type { ReferralsData, ReferralsSection } from "../../contract/embed.ts";
import { AnalyticsSkeleton } from "../skeletons/AnalyticsSkeleton.tsx";
import { CardSkeleton } from "../skeletons/CardSkeleton.tsx";
import { ListSkeleton } from "../skeletons/ListSkeleton.tsx";
import { OverviewSkeleton } from "../skeletons/OverviewSkeleton.tsx";
import { LinkCard } from "./overview/LinkCard.tsx";
import { OverviewPanel } from "./overview/OverviewPanel.tsx";
import { loadCode } from "../../http/load-code.ts";

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
    load: () => loadCode(() => import("./links/LinksPanel.tsx"), "LinksPanel").then((code) => code.LinksPanel),
  },
  {
    section: "earnings",
    Skeleton: ListSkeleton,
    load: () =>
      loadCode(() => import("./earnings/EarningsPanel.tsx"), "EarningsPanel").then((code) => code.EarningsPanel),
  },
  {
    section: "leaderboard",
    Skeleton: ListSkeleton,
    load: () =>
      loadCode(() => import("./leaderboard/LeaderboardPanel.tsx"), "LeaderboardPanel").then(
        (code) => code.LeaderboardPanel,
      ),
  },
  {
    section: "resources",
    Skeleton: ListSkeleton,
    load: () =>
      loadCode(() => import("./resources/ResourcesPanel.tsx"), "ResourcesPanel").then((code) => code.ResourcesPanel),
  },
  {
    section: "refer",
    Skeleton: ListSkeleton,
    load: () => loadCode(() => import("./refer/ReferPanel.tsx"), "ReferPanel").then((code) => code.ReferPanel),
  },
  {
    section: "settings",
    Skeleton: ListSkeleton,
    load: () =>
      loadCode(() => import("./settings/SettingsPanel.tsx"), "SettingsPanel").then((code) => code.SettingsPanel),
  },
];

/** `data="analytics"` is one panel; its sections are cards. */
export const analyticsPanel: PanelEntry = {
  section: "timeseries",
  Skeleton: AnalyticsSkeleton,
  load: () =>
    loadCode(() => import("./analytics/AnalyticsPanel.tsx"), "AnalyticsPanel").then((code) => code.AnalyticsPanel),
};

/** `data="card"` is one card. */
export const cardPanel: PanelEntry = { section: "overview", Skeleton: CardSkeleton, Panel: LinkCard };

/** Fetches a panel's code ahead of its first visit; a failure shows there, not here. */
export function prefetchPanel(data: ReferralsData, section?: ReferralsSection): void {
  const entry = data === "analytics" ? analyticsPanel : panels.find((one) => one.section === (section ?? "overview"));
  if (entry && "load" in entry) entry.load().catch(() => undefined);
}
