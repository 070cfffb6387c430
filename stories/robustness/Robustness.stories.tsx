import type { Meta } from "@storybook/react-vite";
import { DemoDashboard } from "../support/DemoDashboard.tsx";
import { withSheet } from "../support/with-sheet.tsx";
import { shown, type DashboardStory } from "../support/variations.ts";

export default { title: "Robustness", component: DemoDashboard } satisfies Meta<typeof DemoDashboard>;

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
