import type { Meta } from "@storybook/react-vite";
import { dashboardControls } from "../support/controls.ts";
import { DemoDashboard } from "../support/DemoDashboard.tsx";
import { shown, type DashboardStory } from "../support/variations.ts";
import { panelStories } from "./panel-stories.ts";

export default { title: "Panels/Earnings", component: DemoDashboard, argTypes: dashboardControls } satisfies Meta<
  typeof DemoDashboard
>;

const stories = panelStories({ sections: ["earnings"] });

export const Default: DashboardStory = stories.Default;
export const DefaultDark: DashboardStory = stories.DefaultDark;
export const Empty: DashboardStory = stories.Empty;
export const EmptyDark: DashboardStory = stories.EmptyDark;
export const Failing: DashboardStory = stories.Failing;
export const FailingDark: DashboardStory = stories.FailingDark;
export const Loading: DashboardStory = stories.Loading;
export const LoadingDark: DashboardStory = stories.LoadingDark;
export const LongText: DashboardStory = stories.LongText;
export const LongTextDark: DashboardStory = stories.LongTextDark;
export const TenThousand: DashboardStory = stories.TenThousand;
export const TenThousandDark: DashboardStory = stories.TenThousandDark;
export const ZeroDecimal: DashboardStory = stories.ZeroDecimal;
export const ZeroDecimalDark: DashboardStory = stories.ZeroDecimalDark;

/** What the next payout waits for, in one sentence; the default says what is paid and when. */
export const BelowMinimum: DashboardStory = shown({
  sections: ["earnings"],
  override: { minPayoutAmount: 100_000_000 },
});
export const NothingCleared: DashboardStory = shown({
  sections: ["earnings"],
  override: { salesOfDays: 20, clawbacks: 0 },
});
export const PayoutRefused: DashboardStory = shown({
  sections: ["earnings", "settings"],
  override: { lastPayout: "failed" },
});
export const PayoutDetailsMissing: DashboardStory = shown({
  sections: ["earnings", "settings"],
  override: { payoutMethod: null },
});
export const BelowZero: DashboardStory = shown({
  sections: ["earnings"],
  override: { prices: [29_900], clawbacks: 60 },
});
