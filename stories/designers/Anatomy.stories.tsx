import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor, within } from "storybook/test";
import { dashboardControls, hidden } from "../support/controls.ts";
import { settled } from "../support/settled.ts";
import { Anatomy, type AnatomyProps } from "./Anatomy.tsx";
import { anatomy, type AnatomyPanel } from "./anatomy-parts.ts";
import { overlap } from "./place-marks.ts";

export default {
  title: "For designers/Anatomy",
  component: Anatomy,
  argTypes: { ...dashboardControls, ...hidden("panel", "data", "sections", "state") },
} satisfies Meta<typeof Anatomy>;

type Figure = StoryObj<AnatomyProps>;

/** Shows a panel's figure, and asks that each part is found and described and that no word or control is outside of them. */
const figure = (panel: AnatomyPanel): Figure => ({
  args: { panel },
  play: async (context) => {
    await settled(context);
    const canvas = within(context.canvasElement);
    const names = anatomy[panel].map(({ name }) => name);
    const listed = (): (string | undefined)[] =>
      canvas.getAllByRole("listitem").flatMap(({ dataset }) => (dataset.part ? [dataset.part] : []));
    await waitFor(() => expect(listed()).toEqual(names));
    await expect(unnamed(context.canvasElement, panel)).toEqual([]);
    const marks = [...context.canvasElement.querySelectorAll(".an-marks > .an-mark")].map((mark) =>
      mark.getBoundingClientRect(),
    );
    const hiding = marks.flatMap((mark, n) => marks.slice(n + 1).filter((other) => overlap(mark, other) > 8));
    await expect(hiding).toEqual([]);
  },
});

/** Words and controls that stand in no part, or only in one that holds others. */
function unnamed(canvas: HTMLElement, panel: AnatomyPanel): string[] {
  const scope = canvas.querySelector(panel === "shell" ? ".rf-tabs" : ".rf-root")!;
  const named = anatomy[panel].flatMap((part) => ("holds" in part ? [] : [part.selector])).join(", ");
  return [...scope.querySelectorAll<HTMLElement>("*")]
    .filter((element) => {
      const says = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      return says || element.matches("button, input, select, textarea, img, svg");
    })
    .filter((element) => element.getClientRects().length > 0 && !element.closest(".rf-vh") && !element.closest(named))
    .map((element) => element.outerHTML.slice(0, 120));
}

export const Overview: Figure = figure("overview");
export const Links: Figure = figure("links");
export const Earnings: Figure = figure("earnings");
export const Leaderboard: Figure = figure("leaderboard");
export const Resources: Figure = figure("resources");
export const Refer: Figure = figure("refer");
export const Settings: Figure = figure("settings");
export const Analytics: Figure = figure("analytics");
export const LinkCard: Figure = figure("card");
export const TabBar: Figure = figure("shell");
