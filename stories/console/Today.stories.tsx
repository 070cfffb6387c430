import type { Meta } from "@storybook/react-vite";
import TodayScreen from "../../src/console/screens/today/TodayScreen.tsx";
import { screenStories, type ScreenStory } from "./console-stage.tsx";

export default { title: "Console/Today" } satisfies Meta;

const stories = screenStories({ screen: TodayScreen });

export const Full: ScreenStory = stories.Full;
export const FullDark: ScreenStory = stories.FullDark;
export const Narrow: ScreenStory = stories.Narrow;
export const Empty: ScreenStory = stories.Empty;
export const Loading: ScreenStory = stories.Loading;
export const Failing: ScreenStory = stories.Failing;
