import type { ReactElement } from "react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { ReferralsLauncher, ReferralsLinkCard, type ReferralsLinkCardProps } from "../../src/index.ts";
import { useLook } from "../support/look.ts";

type Props = Partial<ReferralsLinkCardProps> & { widthPx?: number };

function LinkCard({ widthPx, ...props }: Props): ReactElement {
  const look = useLook();
  return (
    <div style={{ inlineSize: widthPx && `${widthPx}px`, maxInlineSize: "100%" }}>
      <ReferralsLinkCard mode="inline" token="demo" {...look} {...props} />
    </div>
  );
}

function Launcher(props: Props): ReactElement {
  const look = useLook();
  return (
    <div style={{ padding: "24px" }}>
      <ReferralsLauncher mode="inline" token="demo" {...look} {...props}>
        Refer a friend
      </ReferralsLauncher>
    </div>
  );
}

/** Smaller pieces of the dashboard, for menus and account pages. */
export default { title: "Embed/Pieces", component: LinkCard } satisfies Meta<typeof LinkCard>;

type Story = StoryObj<Props>;

const showsTheFigure: Story["play"] = async ({ canvasElement }) => {
  await waitFor(() => expect(canvasElement.querySelector(".rf-link-figure .rf-figure")).not.toBeNull(), {
    timeout: 20_000,
  });
};

export const Card: Story = { args: { widthPx: 480 }, play: showsTheFigure };
export const CardDark: Story = { ...Card, globals: { theme: "dark" } };
export const CardInAMenu: Story = { args: { widthPx: 320 }, play: showsTheFigure };
export const CardInABrand: Story = {
  args: { widthPx: 480, themeOptions: { accentColor: "#e4572e", backgroundColor: "#fff8f0" } },
  play: showsTheFigure,
};

export const LauncherButton: Story = {
  render: (args) => <Launcher {...args} />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const button = await canvas.findByRole("button", { name: "Refer a friend" });
    await userEvent.click(button);
    const dialog = within(await canvas.findByRole("dialog"));
    await dialog.findByRole("tablist", {}, { timeout: 20_000 });
    // The dialog's own way out stands first.
    await userEvent.click(dialog.getAllByRole("button")[0]!);
    await waitFor(() => expect(canvas.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(button).toHaveFocus());
  },
};
