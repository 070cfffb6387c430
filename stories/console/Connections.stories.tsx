import type { Meta } from "@storybook/react-vite";
import { screen, userEvent, within } from "storybook/test";
import ProgramScreen from "../../src/console/screens/program/ProgramScreen.tsx";
import { screenStories, type ScreenStory } from "./console-stage.tsx";

export default { title: "Console/Program, connections" } satisfies Meta;

const stories = screenStories({ screen: ProgramScreen }, "view=access");

export const Full: ScreenStory = stories.Full;
export const FullDark: ScreenStory = stories.FullDark;
export const Narrow: ScreenStory = stories.Narrow;
export const Empty: ScreenStory = stories.Empty;
export const Loading: ScreenStory = stories.Loading;
export const Failing: ScreenStory = stories.Failing;

/** What a test click came to. */
export const TestClick: ScreenStory = {
  ...stories.Full,
  play: async () => {
    await userEvent.click(await screen.findByRole("button", { name: "Try it" }));
    await screen.findByText("A sale of $100.00 earns $25.00. Held for a review");
    await screen.findByText("Its refund takes back what it earned");
  },
};

/** A key whose secret was in an answer that was lost. */
export const LostSecret: ScreenStory = {
  ...stories.Full,
  play: async () => {
    await userEvent.click(await screen.findByRole("button", { name: "New key" }));
    // By its role: in a frame a dialog opens a moment after it is mounted, and takes no letters before.
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.type(dialog.getByLabelText("What is it for?"), "Server");
    await userEvent.click(dialog.getByRole("button", { name: "Make" }));
    await screen.findByText(/A secret is answered once: revoke the key below/);
  },
};
