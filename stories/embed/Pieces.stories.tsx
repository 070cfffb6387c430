import type { ReactElement } from "react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { ReferralsLauncher, ReferralsLinkCard, type ReferralsLinkCardProps } from "../../src/index.ts";
import { dashboardControls, hidden, tokenControl } from "../support/controls.ts";
import { useLook, type LookArgs } from "../support/look.ts";

interface Props extends Pick<ReferralsLinkCardProps, "title">, LookArgs {
  token?: string;
  widthPx?: number;
  label?: string;
}

function LinkCard({ widthPx, token = "demo", title }: Props): ReactElement {
  return (
    <div style={{ inlineSize: widthPx && `${widthPx}px`, maxInlineSize: "100%" }}>
      <ReferralsLinkCard key={token} mode="inline" token={token} title={title} {...useLook()} />
    </div>
  );
}

function Launcher({ token = "demo", title, label = "Refer a friend" }: Props): ReactElement {
  return (
    <div style={{ padding: "24px" }}>
      <ReferralsLauncher key={token} mode="inline" token={token} title={title} {...useLook()}>
        {label}
      </ReferralsLauncher>
    </div>
  );
}

/** Smaller pieces of the dashboard, for menus and account pages. */
export default {
  title: "Embed/Pieces",
  component: LinkCard,
  argTypes: {
    token: tokenControl,
    title: dashboardControls.title!,
    widthPx: {
      control: { type: "range", min: 280, max: 720 },
      description: "Room it has, px",
      table: { category: "Scene" },
    },
    ...hidden("label"),
  },
} satisfies Meta<typeof LinkCard>;

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
  args: { widthPx: 480, accentColor: "#e4572e", backgroundColor: "#fff8f0" },
  play: showsTheFigure,
};

export const LauncherButton: Story = {
  argTypes: { ...hidden("widthPx"), label: { control: "text", table: { category: "Props", disable: false } } },
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
