import type { Meta } from "@storybook/react-vite";
import { logo } from "../../src/demo/sample-content.ts";
import { defaultScene } from "../../src/demo/scene.ts";
import { dashboardControls } from "../support/controls.ts";
import { DemoDashboard } from "../support/DemoDashboard.tsx";
import { shown, type DashboardStory } from "../support/variations.ts";

export default { title: "Layout", component: DemoDashboard, argTypes: dashboardControls } satisfies Meta<
  typeof DemoDashboard
>;

export const OverviewAt320: DashboardStory = shown({ sections: ["overview"] }, { width: "320" });
export const OverviewAt1100: DashboardStory = shown({ sections: ["overview"] }, { width: "1100" });
export const LinksAt320: DashboardStory = shown({ sections: ["links"] }, { width: "320" });
export const LinksAt1100: DashboardStory = shown({ sections: ["links"] }, { width: "1100" });
export const EarningsAt320: DashboardStory = shown({ sections: ["earnings"] }, { width: "320" });
export const EarningsAt1100: DashboardStory = shown({ sections: ["earnings"] }, { width: "1100" });
export const LeaderboardAt320: DashboardStory = shown({ sections: ["leaderboard"] }, { width: "320" });
export const LeaderboardAt1100: DashboardStory = shown({ sections: ["leaderboard"] }, { width: "1100" });
export const ResourcesAt320: DashboardStory = shown({ sections: ["resources"] }, { width: "320" });
export const ResourcesAt1100: DashboardStory = shown({ sections: ["resources"] }, { width: "1100" });
export const ReferAt320: DashboardStory = shown({ sections: ["refer"] }, { width: "320" });
export const ReferAt1100: DashboardStory = shown({ sections: ["refer"] }, { width: "1100" });
export const SettingsAt320: DashboardStory = shown({ sections: ["settings"] }, { width: "320" });
export const SettingsAt1100: DashboardStory = shown({ sections: ["settings"] }, { width: "1100" });
export const AnalyticsAt320: DashboardStory = shown({ data: "analytics" }, { width: "320" });
export const AnalyticsAt1100: DashboardStory = shown({ data: "analytics" }, { width: "1100" });
export const WholeAt480: DashboardStory = shown({}, { width: "480" });
export const WholeAt768: DashboardStory = shown({}, { width: "768" });
export const WholeAt1280: DashboardStory = shown({}, { width: "1280" });
export const InASidebar: DashboardStory = shown({}, { width: "360" });
/** What the README shows: all tabs, a logo, milestones. */
export const Showcase: DashboardStory = shown({ override: { logo, milestones: defaultScene.milestones } });
/** 400 % zoom of a 1280 px window leaves 320 px. */
export const AtFourTimesZoom: DashboardStory = shown({}, { width: "320" });
