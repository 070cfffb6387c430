import type { Meta } from "@storybook/react-vite";
import { expect, screen, userEvent, within } from "storybook/test";
import ProgramScreen from "../../src/console/screens/program/ProgramScreen.tsx";
import { screenStories, type ScreenStory } from "./console-stage.tsx";

export default { title: "Console/Program, rewards" } satisfies Meta;

const stories = screenStories({ screen: ProgramScreen }, "view=rewards");

export const Full: ScreenStory = stories.Full;
export const FullDark: ScreenStory = stories.FullDark;
export const Narrow: ScreenStory = stories.Narrow;
export const Empty: ScreenStory = stories.Empty;
export const Loading: ScreenStory = stories.Loading;
export const Failing: ScreenStory = stories.Failing;

/** What will change for whom, before a reward is added. */
export const Adding: ScreenStory = {
  ...stories.Full,
  play: async () => {
    await userEvent.click(await screen.findByRole("button", { name: "Reward" }));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.type(dialog.getByLabelText("Per cent of the sale"), "30");
    await userEvent.click(dialog.getByRole("checkbox", { name: "Agencies" }));
    const change = await dialog.findByText("All 6 partners of Agencies");
    await expect(change.closest("dl")).toHaveTextContent("Earn 25% for every customer you refer, for 12 months");
  },
};

/** The same on a phone. */
export const AddingNarrow: ScreenStory = { ...stories.Narrow, play: Adding.play! };

/** What ends for whom. */
export const Ending: ScreenStory = {
  ...stories.FullDark,
  play: async () => {
    await userEvent.click(await screen.findByRole("button", { name: /^End Lead/ }));
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByText("Nothing", { selector: "ins" });
  },
};
