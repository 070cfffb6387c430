import type { Meta } from "@storybook/react-vite";
import { DemoDashboard } from "../support/DemoDashboard.tsx";
import { withSheet } from "../support/with-sheet.tsx";
import { shown, type DashboardStory } from "../support/variations.ts";

export default { title: "Robustness", component: DemoDashboard } satisfies Meta<typeof DemoDashboard>;

const under = (hostCss: string): DashboardStory => shown({}, { hostCss });

export const Framework: DashboardStory = under("framework");
export const UtilityReset: DashboardStory = under("utility reset");
export const Classless: DashboardStory = under("classless");
export const MarkdownTheme: DashboardStory = under("markdown theme");
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
