import type { Meta } from "@storybook/react-vite";
import { dashboardControls } from "../support/controls.ts";
import { DemoDashboard } from "../support/DemoDashboard.tsx";
import { withMedia } from "../support/with-media.tsx";
import { withSheet } from "../support/with-sheet.tsx";
import { shown, type DashboardStory } from "../support/variations.ts";

export default { title: "Robustness", component: DemoDashboard, argTypes: dashboardControls } satisfies Meta<
  typeof DemoDashboard
>;

const under = (hostCss: string): DashboardStory => shown({}, { hostCss });

export const Bootstrap: DashboardStory = under("Bootstrap 5");
export const Bulma: DashboardStory = under("Bulma");
export const Pico: DashboardStory = under("Pico");
export const TailwindPreflight: DashboardStory = under("Tailwind preflight");
export const GitHubMarkdown: DashboardStory = under("GitHub Markdown");
export const ContentSystem: DashboardStory = under("content system");
export const Hostile: DashboardStory = under("hostile");
export const HostileLinks: DashboardStory = shown({ sections: ["links"] }, { hostCss: "hostile" });
export const HostileSettings: DashboardStory = shown({ sections: ["settings"] }, { hostCss: "hostile" });
/** WCAG 1.4.12: nothing may be cut when a reader sets these. */
export const TextSpacing: DashboardStory = {
  ...shown(),
  decorators: [
    withSheet(
      `.rf-root * { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }`,
    ),
  ],
};
export const ReducedMotion: DashboardStory = shown({}, { motion: "reduced" });
/** Lines where colours are gone: the chosen tab, segment and tile, badges, strips. */
export const ForcedColours: DashboardStory = { ...shown(), decorators: [withMedia("forced-colors")] };
/** Hairlines as strong as the edges of controls. */
export const MoreContrast: DashboardStory = { ...shown(), decorators: [withMedia("prefers-contrast")] };
/** On paper: no tabs, no buttons, no card cut in two. */
export const Print: DashboardStory = { ...shown(), decorators: [withMedia("print")] };
