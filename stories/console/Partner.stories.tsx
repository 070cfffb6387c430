import type { Meta } from "@storybook/react-vite";
import PartnerScreen from "../../src/console/screens/partners/PartnerScreen.tsx";
import { screenStories, type ScreenStory } from "./console-stage.tsx";

export default { title: "Console/Partner" } satisfies Meta;

const stories = screenStories({ screen: PartnerScreen, id: "pn_1" });

export const Full: ScreenStory = stories.Full;
export const FullDark: ScreenStory = stories.FullDark;
export const Narrow: ScreenStory = stories.Narrow;
export const Empty: ScreenStory = stories.Empty;
export const Loading: ScreenStory = stories.Loading;
export const Failing: ScreenStory = stories.Failing;
