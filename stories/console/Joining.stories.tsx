import type { Meta } from "@storybook/react-vite";
import { screen } from "storybook/test";
import ProgramScreen from "../../src/console/screens/program/ProgramScreen.tsx";
import { screenStories, type ScreenStory } from "./console-stage.tsx";

export default { title: "Console/Program, joining" } satisfies Meta;

const stories = screenStories({ screen: ProgramScreen }, "view=joining");

export const Full: ScreenStory = {
  ...stories.Full,
  play: async () => {
    await screen.findByText("https://app.acme.example/join/acme");
    await screen.findByText("https://app.acme.example/join/acme/creators");
    await screen.findByRole("button", { name: "Copy the join page of Creators" });
  },
};
export const FullDark: ScreenStory = stories.FullDark;
export const Narrow: ScreenStory = stories.Narrow;
export const Empty: ScreenStory = stories.Empty;
export const Loading: ScreenStory = stories.Loading;
export const Failing: ScreenStory = stories.Failing;
