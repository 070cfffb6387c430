import type { Meta } from "@storybook/react-vite";
import { DemoDashboard } from "../support/DemoDashboard.tsx";
import { shown, type DashboardStory } from "../support/variations.ts";
import { panelStories } from "./panel-stories.ts";

export default { title: "Panels/Overview", component: DemoDashboard } satisfies Meta<typeof DemoDashboard>;

const stories = panelStories({ sections: ["overview"] });

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

/** More than one thing is paid for. */
export const SeveralRewards: DashboardStory = shown({
  sections: ["overview"],
  override: {
    reward: { maxAmount: 50_000 },
    moreRewards: [
      { event: "lead", amount: 100 },
      { event: "click", amount: 5 },
    ],
  },
});

/** Before the first click: what to do, instead of empty charts. */
export const FirstSteps: DashboardStory = shown({
  sections: ["overview", "settings"],
  variant: "empty",
  override: { payoutMethod: null },
});

/** Clicks, and nothing sold yet. */
export const FirstClicks: DashboardStory = shown({
  sections: ["overview"],
  override: { clickCount: 300, leadRate: 0 },
});
