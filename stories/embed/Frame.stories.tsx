import type { ReactElement } from "react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { ReferralsEmbed } from "../../src/index.ts";
import { useLook } from "../support/look.ts";

/** Where `npm start` serves the embed page: another origin than this one, as in real life. */
const appUrl: string = import.meta.env.STORYBOOK_APP_URL ?? "http://127.0.0.1:4400";

interface FrameProps {
  token: string;
  backgroundColor?: string;
}

function Frame({ token, backgroundColor }: FrameProps): ReactElement {
  const { theme, locale } = useLook();
  const themeOptions = backgroundColor ? { backgroundColor } : {};
  return <ReferralsEmbed data="referrals" {...{ appUrl, token, theme, locale, themeOptions }} />;
}

/**
 * The real frame. Needs the service beside Storybook (`npm start`), so these are shown and not tested here; the browser
 * tests drive the frame on two origins.
 */
export default { title: "Embed/Frame", component: Frame, args: { token: "demo" }, tags: ["!test"] } satisfies Meta<
  typeof Frame
>;

type Story = StoryObj<FrameProps>;

export const AutoHeight: Story = {};
export const Dark: Story = { globals: { theme: "dark" } };
export const TwoOnAPage: Story = {
  render: ({ token }) => (
    <>
      <Frame token={token} />
      <Frame token="demo:pending" />
    </>
  ),
};
export const TransparentOnAPicture: Story = {
  args: { backgroundColor: "transparent" },
  decorators: [
    (Story) => (
      <div style={{ background: "linear-gradient(120deg, #fde68a, #fca5a5 50%, #a5b4fc)" }}>
        <Story />
      </div>
    ),
  ],
};
