import type { Meta } from "@storybook/react-vite";
import { expect, screen, userEvent, within } from "storybook/test";
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

const press = async (name: string): Promise<void> => userEvent.click(await screen.findByRole("button", { name }));
const confirm = async (name: string): Promise<void> =>
  userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));

/** The link that a further invitation answers, where no mail was sent. */
export const InvitedAgain: ScreenStory = {
  ...screenStories({ screen: PartnerScreen, id: "pn_3" }).Full,
  play: async () => {
    await press("Invite again");
    await confirm("Invite");
    await expect(await screen.findByLabelText("Invitation link")).toHaveValue(
      "https://app.acme.example/partners/sign-in?code=ref_sign_3v8pQ1sVb2mKc9xTz4Lr7hN0",
    );
    await screen.findByText(/No mail was sent/);
  },
};

/** The note is written anew; what it says stays when somebody else has changed it meanwhile. */
export const Noting: ScreenStory = {
  ...stories.Conflict,
  play: async () => {
    await press("Edit");
    const note = await screen.findByLabelText(/^What you and your colleagues/);
    await userEvent.type(note, " Called her.");
    await confirm("Save");
    await screen.findByRole("alert");
    await expect(note).toHaveValue(
      "Prefers to be called before nine.\n\nWants to talk about a rate of her own in spring; said so to Bo.\nHer list: https://journal.example/list Called her.",
    );
  },
};

/** A commission is corrected. */
export const Correcting: ScreenStory = {
  ...stories.Full,
  play: async () => {
    await userEvent.click((await screen.findAllByRole("button", { name: "Change" }))[1]!);
    await expect(await screen.findByLabelText("What they earn, USD")).toHaveValue("24.75");
  },
};

/** Who decided what about one commission. */
export const DecidedOn: ScreenStory = {
  ...stories.Full,
  play: async () => {
    await userEvent.click((await screen.findAllByRole("button", { name: "History" }))[0]!);
    const story = await screen.findByRole("list", { name: "What changed the balance, newest first" });
    await expect(await within(story).findAllByText(/^Ada Lovelace, /)).toHaveLength(4);
  },
};

/** A bonus is added. */
export const AddingABonus: ScreenStory = {
  ...stories.Full,
  play: async () => {
    await press("Bonus");
    await screen.findByRole("dialog", { name: "Add a bonus" });
  },
};

/** A rate of their own, beside the group's. */
export const OwnRate: ScreenStory = {
  ...screenStories({ screen: PartnerScreen, id: "pn_0" }).Full,
  play: async () => {
    await screen.findByText("40% for 12 months, their own rate");
    await press("Own rate");
    await expect(await screen.findByLabelText(/^Per cent of each sale/)).toHaveValue("40");
    await screen.findByText("Empty: as the group has it, 25% for 12 months.");
  },
};

/** Others are paid at the same place: who they are, and why it is right. */
export const Releasing: ScreenStory = {
  ...screenStories({ screen: PartnerScreen, id: "pn_0" }).Full,
  play: async () => {
    await press("Release");
    await expect(await within(await screen.findByRole("dialog")).findByText("Kestrel Media")).toBeVisible();
    await screen.findByLabelText("Why it is right");
  },
};
