import type { Meta } from "@storybook/react-vite";
import { screen, userEvent } from "storybook/test";
import ProgramScreen from "../../src/console/screens/program/ProgramScreen.tsx";
import { screenStories, type ScreenStory } from "./console-stage.tsx";

export default { title: "Console/Program, joining" } satisfies Meta;

const stories = screenStories({ screen: ProgramScreen }, "view=joining");

/** The join page is a page of the service, which Storybook does not run: an empty frame stands there, the same in every browser. */
async function withJoinPage(): Promise<void> {
  const frame = await screen.findByTitle<HTMLIFrameElement>("Join page");
  const drawn = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  frame.removeAttribute("src");
  frame.srcdoc = "<body></body>";
  await drawn;
}

export const Full: ScreenStory = {
  ...stories.Full,
  play: async () => {
    await screen.findByText("https://app.acme.example/join/acme", { selector: "p" });
    await screen.findByText("https://app.acme.example/join/acme/creators");
    await screen.findByRole("button", { name: "Copy the join page of Creators" });
    await withJoinPage();
  },
};
export const FullDark: ScreenStory = { ...stories.FullDark, play: withJoinPage };
export const Narrow: ScreenStory = { ...stories.Narrow, play: withJoinPage };
export const Empty: ScreenStory = stories.Empty;
export const Loading: ScreenStory = stories.Loading;
export const Failing: ScreenStory = stories.Failing;

/** The join page of a group that has one of its own. */
export const OfGroup: ScreenStory = {
  ...stories.Full,
  play: async () => {
    await userEvent.selectOptions(await screen.findByLabelText("Whose join page"), "Creators");
    await screen.findAllByText("https://app.acme.example/join/acme/creators");
    await withJoinPage();
  },
};
