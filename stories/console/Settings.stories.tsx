import type { Meta } from "@storybook/react-vite";
import { expect, screen, userEvent } from "storybook/test";
import ProgramScreen from "../../src/console/screens/program/ProgramScreen.tsx";
import { screenStories, type ScreenStory } from "./console-stage.tsx";

export default { title: "Console/Program, settings" } satisfies Meta;

const stories = screenStories({ screen: ProgramScreen }, "view=settings");

export const Full: ScreenStory = stories.Full;
export const FullDark: ScreenStory = stories.FullDark;
export const Narrow: ScreenStory = stories.Narrow;
export const Empty: ScreenStory = stories.Empty;
export const Loading: ScreenStory = stories.Loading;
export const Failing: ScreenStory = stories.Failing;

const typeLeast = async (amount: string): Promise<void> => {
  const field = await screen.findByLabelText("Least payout");
  await userEvent.clear(field);
  await userEvent.type(field, amount);
};

/** What will change, before it is saved. */
export const Changed: ScreenStory = {
  ...stories.Full,
  play: async () => {
    await typeLeast("75.00");
    const change = (await screen.findByText("75.00", { selector: "ins" })).closest("dl");
    await expect(change).toHaveTextContent("Least payout50.00 75.00");
  },
};

/** Somebody else has changed the program since it was read: nothing is saved. */
export const ChangedMeanwhile: ScreenStory = {
  ...stories.Conflict,
  play: async () => {
    await typeLeast("75.00");
    await userEvent.click(await screen.findByRole("button", { name: "Save" }));
    await screen.findByText(/has changed since you read it: minPayoutAmount/);
    await screen.findByRole("button", { name: "Show it as it is now" });
  },
};
