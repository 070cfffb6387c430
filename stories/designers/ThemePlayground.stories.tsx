import { useEffect } from "react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useArgs } from "storybook/preview-api";
import { referralsSections } from "../../src/contract/sections.ts";
import { hidden } from "../support/controls.ts";
import { settled } from "../support/settled.ts";
import { addressable, firstSettings, fonts, visions, type PlaygroundSettings } from "./playground-settings.ts";
import { ThemePlayground } from "./ThemePlayground.tsx";

const colour = (description: string): object => ({ control: "color", description, table: { category: "Look" } });

const meta: Meta<PlaygroundSettings> = {
  title: "For designers/Theme playground",
  args: firstSettings,
  argTypes: {
    panel: {
      control: "select",
      options: [...referralsSections, "analytics"],
      description: "Panel",
      table: { category: "Preview" },
    },
    vision: {
      control: "select",
      options: Object.keys(visions),
      description: "Seen as",
      table: { category: "Preview" },
    },
    darkBackground: colour("Background in dark, if another"),
    chart1: colour("Clicks"),
    chart2: colour("Leads"),
    chart3: colour("Sales"),
    chart4: colour("Earnings"),
    font: { control: "select", options: Object.keys(fonts), description: "Family", table: { category: "Look" } },
    ownFont: { control: "text", description: "Another family, by its name", table: { category: "Look" } },
    ...hidden("fontFamily", "chartColors", "locale"),
  } as Meta<PlaygroundSettings>["argTypes"] & object,
  parameters: {
    toolbar: { hidden: true },
  },
  // Arguments are part of the address, so what a designer sees is what a designer can send.
  render: function Render(settings) {
    const [, update] = useArgs<PlaygroundSettings>();
    return <Addressed settings={settings} update={update} />;
  },
  play: settled,
};

function Addressed(props: { settings: PlaygroundSettings; update: (changed: Partial<PlaygroundSettings>) => void }) {
  const { settings, update } = props;
  useEffect(() => {
    const changed = addressable(settings);
    if (Object.keys(changed).length > 0) update(changed);
  });
  return <ThemePlayground settings={settings} />;
}

export default meta;

export const Playground: StoryObj<PlaygroundSettings> = {};
export const YellowOnWhite: StoryObj<PlaygroundSettings> = {
  args: { backgroundColor: "#ffffff", accentColor: "#ffff00" },
};
export const VioletAtNight: StoryObj<PlaygroundSettings> = {
  args: { theme: "dark", backgroundColor: "#111827", accentColor: "#7c3aed", borderRadius: 12 },
};
export const SeenByDeutans: StoryObj<PlaygroundSettings> = { args: { vision: "deutan" } };
export const InForcedColours: StoryObj<PlaygroundSettings> = { args: { vision: "forced" } };
