import type { Meta } from "@storybook/react-vite";
import { expect, screen, userEvent, within } from "storybook/test";
import PeopleScreen from "../../src/console/screens/people/PeopleScreen.tsx";
import { screenStories, type ScreenStory } from "./console-stage.tsx";

export default { title: "Console/People" } satisfies Meta;

const stories = screenStories({ screen: PeopleScreen });

export const Full: ScreenStory = stories.Full;
export const FullDark: ScreenStory = stories.FullDark;
export const Narrow: ScreenStory = stories.Narrow;
export const Empty: ScreenStory = stories.Empty;
export const Loading: ScreenStory = stories.Loading;
export const Failing: ScreenStory = stories.Failing;

/** The first link of somebody who has never signed in. */
export const FirstLink: ScreenStory = {
  ...stories.Full,
  play: async () => {
    await userEvent.click(await screen.findByRole("button", { name: "Link" }));
    await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Make a link" }));
    await expect(await screen.findByLabelText("Sign-in link")).toHaveValue(
      "https://app.acme.example/console/sign-in?code=ref_cons_3v8pQ1sVb2mKc9xTz4Lr7hN0",
    );
  },
};
