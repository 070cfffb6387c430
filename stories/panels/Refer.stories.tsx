import type { Meta } from "@storybook/react-vite";
import { dashboardControls } from "../support/controls.ts";
import { DemoDashboard } from "../support/DemoDashboard.tsx";
import { dark, shown, type DashboardStory } from "../support/variations.ts";
import { panelStories } from "./panel-stories.ts";

export default { title: "Panels/Refer", component: DemoDashboard, argTypes: dashboardControls } satisfies Meta<
  typeof DemoDashboard
>;

const stories = panelStories({ sections: ["refer"] });

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

const bringsPartners = [{ event: "referral", type: "percentage", amount: 10, maxDurationMonths: 12 }] as const;

/** Where bringing in partners is paid, their link stands beneath the form. */
export const BringInPartners: DashboardStory = shown({
  sections: ["refer"],
  override: { moreRewards: bringsPartners },
});
export const BringInPartnersDark: DashboardStory = dark(BringInPartners);
/** The same without a form. */
export const InvitationAlone: DashboardStory = shown({
  sections: ["refer"],
  override: { moreRewards: bringsPartners, referralForm: null },
});
