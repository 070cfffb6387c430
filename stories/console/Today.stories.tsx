import type { Meta } from "@storybook/react-vite";
import { expect, screen } from "storybook/test";
import TodayScreen from "../../src/console/screens/today/TodayScreen.tsx";
import { screenStories, type ScreenStory } from "./console-stage.tsx";

export default { title: "Console/Today" } satisfies Meta;

const stories = screenStories({ screen: TodayScreen });

export const Full: ScreenStory = {
  ...stories.Full,
  play: async () => {
    // Before anybody collects it.
    await expect(await screen.findByText("9 payouts due, $1,284.50")).toBeVisible();
    // What is paid and pending; what is held is not earned.
    await expect((await screen.findByText("Commissions")).parentElement).toHaveTextContent("Commissions$2,500.60");
  },
};
export const FullDark: ScreenStory = stories.FullDark;
export const Narrow: ScreenStory = stories.Narrow;
export const Empty: ScreenStory = stories.Empty;
export const Loading: ScreenStory = stories.Loading;
export const Failing: ScreenStory = stories.Failing;
