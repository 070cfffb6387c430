import type { Meta } from "@storybook/react-vite";
import { createRef } from "react";
import { expect, within } from "storybook/test";
import type { ReferralsDashboardHandle } from "../../src/dashboard/props.ts";
import { DemoDashboard } from "../support/DemoDashboard.tsx";
import { settled } from "../support/settled.ts";
import { dark, loading, shown, type DashboardStory } from "../support/variations.ts";

export default { title: "Embed/States", component: DemoDashboard } satisfies Meta<typeof DemoDashboard>;

const failing = (code: "internal_server_error" | "forbidden" | "unauthorized"): DashboardStory =>
  shown({ override: { failure: { calls: "all", with: code } } });

export const Ready: DashboardStory = shown();
export const ReadyDark: DashboardStory = dark(Ready);
export const Loading: DashboardStory = loading();
export const LoadingDark: DashboardStory = dark(Loading);
export const Expired: DashboardStory = failing("unauthorized");
export const ExpiredDark: DashboardStory = dark(Expired);
export const Pending: DashboardStory = shown({ variant: "pending" });
export const PendingDark: DashboardStory = dark(Pending);
export const Invited: DashboardStory = shown({ variant: "invited" });
export const InvitedDark: DashboardStory = dark(Invited);
export const Rejected: DashboardStory = shown({ variant: "rejected" });
export const RejectedDark: DashboardStory = dark(Rejected);
export const RejectedMayReapply: DashboardStory = shown({ variant: "rejected", override: { overdue: true } });
export const Declined: DashboardStory = shown({ variant: "declined" });
export const DeclinedDark: DashboardStory = dark(Declined);
export const Deactivated: DashboardStory = shown({ variant: "deactivated" });
export const DeactivatedDark: DashboardStory = dark(Deactivated);
export const Banned: DashboardStory = shown({ variant: "banned" });
export const BannedDark: DashboardStory = dark(Banned);
/** The browser says so itself; without it, no answer is the service's fault. */
const goOffline = (): void => void Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
const comeBack = (): void => void Reflect.deleteProperty(navigator, "onLine");

export const Offline: DashboardStory = {
  ...shown({ override: { failure: { calls: "all", with: "network" } } }),
  beforeEach: () => (goOffline(), comeBack),
};
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
export const NoAnswer: DashboardStory = shown({ override: { failure: { calls: "all", with: "network" } } });
export const OfflineAfterLoadDark: DashboardStory = dark(OfflineAfterLoad);
export const RateLimited: DashboardStory = shown({ variant: "rate_limited" });
export const RateLimitedDark: DashboardStory = dark(RateLimited);
export const Blocked: DashboardStory = shown({ variant: "blocked" });
export const BlockedDark: DashboardStory = dark(Blocked);
export const Failed: DashboardStory = failing("internal_server_error");
export const FailedDark: DashboardStory = dark(Failed);
export const Slow: DashboardStory = { args: { variant: "slow" } };
export const SampleData: DashboardStory = shown({ token: "demo" });
