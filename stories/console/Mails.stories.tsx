import type { Meta } from "@storybook/react-vite";
import { expect, screen, userEvent } from "storybook/test";
import ProgramScreen from "../../src/console/screens/program/ProgramScreen.tsx";
import { screenStories, type ScreenStory } from "./console-stage.tsx";

export default { title: "Console/Program, mails" } satisfies Meta;

const stories = screenStories({ screen: ProgramScreen }, "view=mails");

export const Full: ScreenStory = stories.Full;
export const FullDark: ScreenStory = stories.FullDark;
export const Narrow: ScreenStory = stories.Narrow;
export const Empty: ScreenStory = stories.Empty;
export const Loading: ScreenStory = stories.Loading;
export const Failing: ScreenStory = stories.Failing;

/** Our own words are where the owner's begin. */
export const BeginWithOurs: ScreenStory = {
  ...stories.Full,
  play: async () => {
    await userEvent.click(await screen.findByRole("button", { name: "Begin with these words" }));
    await expect(await screen.findByLabelText(/^Invited: subject/)).toHaveValue("You are invited to {program}");
    await screen.findByText("You are invited to {program}", { selector: "ins" });
  },
};
