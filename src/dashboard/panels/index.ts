import type { ComponentType } from "react";
import type { ReferralsData, ReferralsSection } from "../../contract/embed.ts";
import { openRoom } from "../../locales/load-locale.ts";
import type { Room } from "../../locales/room.ts";
import { AnalyticsSkeleton } from "../skeletons/AnalyticsSkeleton.tsx";
import { ListSkeleton } from "../skeletons/ListSkeleton.tsx";
import { OverviewSkeleton } from "../skeletons/OverviewSkeleton.tsx";

/** A panel of the dashboard; its code loads on first visit, or when its tab is about to be visited. */
export interface PanelEntry {
  section: ReferralsSection;
  /** Stands in until the code is here. */
  Skeleton: ComponentType;
  load: () => Promise<ComponentType>;
}

/** The panels of `data="referrals"`, in the order of their tabs. */
export const panels: readonly PanelEntry[] = [
  {
    section: "overview",
    Skeleton: OverviewSkeleton,
    load: withWords(() => import("./overview/OverviewPanel.tsx").then((code) => code.OverviewPanel)),
  },
  {
    section: "links",
    Skeleton: ListSkeleton,
    load: withWords(() => import("./links/LinksPanel.tsx").then((code) => code.LinksPanel), "lists"),
  },
  {
    section: "earnings",
    Skeleton: ListSkeleton,
    load: withWords(() => import("./earnings/EarningsPanel.tsx").then((code) => code.EarningsPanel), "lists"),
  },
  {
    section: "leaderboard",
    Skeleton: ListSkeleton,
    load: withWords(() => import("./leaderboard/LeaderboardPanel.tsx").then((code) => code.LeaderboardPanel), "lists"),
  },
  {
    section: "resources",
    Skeleton: ListSkeleton,
    load: withWords(() => import("./resources/ResourcesPanel.tsx").then((code) => code.ResourcesPanel), "lists"),
  },
  {
    section: "refer",
    Skeleton: ListSkeleton,
    load: withWords(() => import("./refer/ReferPanel.tsx").then((code) => code.ReferPanel), "forms"),
  },
  {
    section: "settings",
    Skeleton: ListSkeleton,
    load: withWords(() => import("./settings/SettingsPanel.tsx").then((code) => code.SettingsPanel), "forms"),
  },
];

/** A panel's code together with the words it speaks: those every panel shares, and a room of its kind. */
function withWords(code: PanelEntry["load"], room: Room = "figures"): PanelEntry["load"] {
  return async () => (await Promise.all([code(), openRoom("figures"), openRoom(room)]))[0];
}

/** `data="analytics"` is one panel; its sections are cards. */
export const analyticsPanel: PanelEntry = {
  section: "timeseries",
  Skeleton: AnalyticsSkeleton,
  load: withWords(() => import("./analytics/AnalyticsPanel.tsx").then((code) => code.AnalyticsPanel)),
};

/** Fetches a panel's code ahead of its first visit; a failure shows there, not here. */
export function prefetchPanel(data: ReferralsData, section?: ReferralsSection): void {
  const entry = data === "analytics" ? analyticsPanel : panels.find((one) => one.section === (section ?? "overview"));
  entry?.load().catch(() => undefined);
}
