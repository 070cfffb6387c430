import type { StoryObj } from "@storybook/react-vite";
import type { DemoDashboardProps } from "./DemoDashboard.tsx";
import { settled } from "./settled.ts";

/** A story of the dashboard. */
export type DashboardStory = StoryObj<DemoDashboardProps>;

/** A story that waits until everything is on screen. */
export function shown(args: DemoDashboardProps = {}, globals: Record<string, string> = {}): DashboardStory {
  return { args, globals, play: settled };
}

/** The same story in dark. */
export function dark(story: DashboardStory): DashboardStory {
  return { ...story, globals: { ...story.globals, theme: "dark" } };
}

/** A story that stays as it is while it loads. */
export function loading(args: DemoDashboardProps = {}): DashboardStory {
  return { args: { ...args, state: "loading" } };
}
