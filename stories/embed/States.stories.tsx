import type { Meta } from "@storybook/react-vite";
import { createRef } from "react";
import { expect, within } from "storybook/test";
import type { ReferralsStateName } from "../../src/contract/embed.ts";
import type { ReferralsDashboardHandle } from "../../src/dashboard/props.ts";
import { demoQuestions } from "../../src/demo/sample-content.ts";
import { dashboardControls } from "../support/controls.ts";
import { DemoDashboard } from "../support/DemoDashboard.tsx";
import { settled } from "../support/settled.ts";
import { dark, loading, shown, type DashboardStory } from "../support/variations.ts";

export default { title: "Embed/States", component: DemoDashboard, argTypes: dashboardControls } satisfies Meta<
  typeof DemoDashboard
>;

const inState = (state: ReferralsStateName): DashboardStory => shown({ state });

export const Ready: DashboardStory = shown();
export const ReadyDark: DashboardStory = dark(Ready);
export const Loading: DashboardStory = loading();
export const LoadingDark: DashboardStory = dark(Loading);
export const Expired: DashboardStory = inState("expired");
export const ExpiredDark: DashboardStory = dark(Expired);
export const Pending: DashboardStory = inState("pending");
export const PendingDark: DashboardStory = dark(Pending);
/** Before anything is answered: the program's questions come first. */
export const Applying: DashboardStory = shown({ variant: "applying" });
export const ApplyingDark: DashboardStory = dark(Applying);
export const Invited: DashboardStory = inState("invited");
export const InvitedDark: DashboardStory = dark(Invited);
export const Rejected: DashboardStory = inState("rejected");
export const RejectedDark: DashboardStory = dark(Rejected);
export const RejectedMayReapply: DashboardStory = shown({ variant: "rejected", override: { overdue: true } });
/** With the answers of the last time. */
export const RejectedWithForm: DashboardStory = shown({
  variant: "rejected",
  override: { overdue: true, applicationForm: demoQuestions },
});
export const RejectedWithFormDark: DashboardStory = dark(RejectedWithForm);
export const Declined: DashboardStory = inState("declined");
export const DeclinedDark: DashboardStory = dark(Declined);
export const Deactivated: DashboardStory = inState("deactivated");
export const DeactivatedDark: DashboardStory = dark(Deactivated);
export const Banned: DashboardStory = inState("banned");
export const BannedDark: DashboardStory = dark(Banned);
/** The browser says so itself; without it, no answer is the service's fault. */
const goOffline = (): void => void Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
const comeBack = (): void => void Reflect.deleteProperty(navigator, "onLine");

export const Offline: DashboardStory = { ...inState("offline"), beforeEach: () => (goOffline(), comeBack) };
export const OfflineDark: DashboardStory = dark(Offline);
const handle = createRef<ReferralsDashboardHandle>();
/** The network goes while the dashboard is open: what is known stays, without its colour, and says its age. */
export const OfflineAfterLoad: DashboardStory = {
  args: { variant: "offline", handleRef: handle },
  beforeEach: () => comeBack,
  play: async (context) => {
    await settled(context);
    goOffline();
    handle.current?.reload();
    await expect(await within(context.canvasElement).findByText("You are offline")).toBeVisible();
    await settled(context);
  },
};
export const NoAnswer: DashboardStory = inState("offline");
export const OfflineAfterLoadDark: DashboardStory = dark(OfflineAfterLoad);
export const RateLimited: DashboardStory = inState("rate_limited");
export const RateLimitedDark: DashboardStory = dark(RateLimited);
export const Blocked: DashboardStory = inState("blocked");
export const BlockedDark: DashboardStory = dark(Blocked);
export const Failed: DashboardStory = inState("error");
export const FailedDark: DashboardStory = dark(Failed);
export const Slow: DashboardStory = { args: { variant: "slow" } };
export const SampleData: DashboardStory = shown({ token: "demo" });
