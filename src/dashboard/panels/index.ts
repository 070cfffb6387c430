import type { ComponentType } from "react";
import type { ReferralsSection } from "../../contract/embed.ts";
import { OverviewPanel } from "./overview/OverviewPanel.tsx";

/** A panel of the dashboard: in the first chunk, or code that loads on first visit. */
export interface PanelEntry {
  section: ReferralsSection;
  load: () => Promise<ComponentType> | ComponentType;
}

/** The panels of `data="referrals"`, in the order of their tabs. */
export const panels: readonly PanelEntry[] = [
  { section: "overview", load: () => OverviewPanel },
  { section: "links", load: () => import("./links/LinksPanel.tsx").then((code) => code.LinksPanel) },
  { section: "earnings", load: () => import("./earnings/EarningsPanel.tsx").then((code) => code.EarningsPanel) },
  {
    section: "leaderboard",
    load: () => import("./leaderboard/LeaderboardPanel.tsx").then((code) => code.LeaderboardPanel),
  },
  { section: "resources", load: () => import("./resources/ResourcesPanel.tsx").then((code) => code.ResourcesPanel) },
  { section: "refer", load: () => import("./refer/ReferPanel.tsx").then((code) => code.ReferPanel) },
  { section: "settings", load: () => import("./settings/SettingsPanel.tsx").then((code) => code.SettingsPanel) },
];

/** `data="analytics"` is one panel; its sections are cards. */
export const analyticsPanel: PanelEntry = {
  section: "timeseries",
  load: () => import("./analytics/AnalyticsPanel.tsx").then((code) => code.AnalyticsPanel),
};
