import type { Meta } from "@storybook/react-vite";
import { DemoDashboard, type DemoDashboardProps } from "../support/DemoDashboard.tsx";
import { dark, loading, shown, type DashboardStory } from "../support/variations.ts";

export default { title: "Panels/Leaderboard", component: DemoDashboard } satisfies Meta<typeof DemoDashboard>;

const panel: DemoDashboardProps = { sections: ["leaderboard"] };

export const Default: DashboardStory = shown(panel);
export const DefaultDark: DashboardStory = dark(Default);
export const Empty: DashboardStory = shown({ ...panel, override: { leaderboardPartners: 2, clickCount: 0 } });
export const EmptyDark: DashboardStory = dark(Empty);
export const Failing: DashboardStory = shown({ ...panel, variant: "error" });
export const FailingDark: DashboardStory = dark(Failing);
export const Loading: DashboardStory = loading(panel);
export const LoadingDark: DashboardStory = dark(Loading);
export const LongText: DashboardStory = shown({ ...panel, variant: "long" });
export const LongTextDark: DashboardStory = dark(LongText);
export const TenThousand: DashboardStory = shown({ ...panel, variant: "10k" });
export const TenThousandDark: DashboardStory = dark(TenThousand);
export const ZeroDecimal: DashboardStory = shown({ ...panel, variant: "jpy" });
export const ZeroDecimalDark: DashboardStory = dark(ZeroDecimal);
