import type { Meta } from "@storybook/react-vite";
import ProgramScreen from "../../src/console/screens/program/ProgramScreen.tsx";
import { screenStories, type ScreenStory } from "./console-stage.tsx";

export default { title: "Console/Program, history" } satisfies Meta;

const stories = screenStories({ screen: ProgramScreen }, "view=history");

export const Full: ScreenStory = stories.Full;
export const FullDark: ScreenStory = stories.FullDark;
export const Narrow: ScreenStory = stories.Narrow;
export const Empty: ScreenStory = stories.Empty;
