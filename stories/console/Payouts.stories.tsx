import type { Meta } from "@storybook/react-vite";
import { screen, userEvent } from "storybook/test";
import MoneyScreen from "../../src/console/screens/money/MoneyScreen.tsx";
import { screenStories, type ScreenStory } from "./console-stage.tsx";

export default { title: "Console/Money, payouts" } satisfies Meta;

const stories = screenStories({ screen: MoneyScreen }, "view=payouts");

export const Full: ScreenStory = stories.Full;
export const FullDark: ScreenStory = stories.FullDark;
export const Narrow: ScreenStory = stories.Narrow;
export const Empty: ScreenStory = stories.Empty;
export const Loading: ScreenStory = stories.Loading;
export const Failing: ScreenStory = stories.Failing;

/** A file for the accountant: of which days. */
export const CsvOfAPeriod: ScreenStory = {
  ...stories.Full,
  play: async () => {
    await userEvent.click(await screen.findByRole("button", { name: /CSV/ }));
    await userEvent.selectOptions(await screen.findByLabelText("Period"), "days");
    await screen.findByLabelText(/^To, this day included/);
  },
};
