import type { Meta } from "@storybook/react-vite";
import { dashboardControls } from "../support/controls.ts";
import { DemoDashboard } from "../support/DemoDashboard.tsx";
import { shown, type DashboardStory } from "../support/variations.ts";
import { panelStories } from "./panel-stories.ts";

export default { title: "Panels/Overview", component: DemoDashboard, argTypes: dashboardControls } satisfies Meta<
  typeof DemoDashboard
>;

const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="18" fill="#2867e4"/><path d="m20 6 5 14-5 14-5-14z" fill="#fff"/></svg>',
)}`;

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

/** The program's picture and colour in the hero; neither carries text. */
export const ProgramLook: DashboardStory = shown({ sections: ["overview"], override: { logo: picture } });

/** Goals of the program: one was just reached, and how far the next is. */
export const Milestones: DashboardStory = shown({
  sections: ["overview"],
  override: {
    milestones: [
      { metric: "sales", value: 1 },
      { metric: "sales", value: 10 },
      { metric: "earnings", value: 1_000_000 },
    ],
  },
});

/** More than one thing is paid for, and not for everything. */
export const SeveralRewards: DashboardStory = shown({
  sections: ["overview"],
  override: {
    reward: {
      maxAmount: 50_000,
      conditions: [
        { field: "amount", operator: "gte", value: 2000 },
        { field: "country", operator: "in", values: ["DE", "FR", "NL"] },
      ],
    },
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
