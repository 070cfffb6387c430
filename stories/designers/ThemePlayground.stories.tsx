import type { Meta, StoryObj } from "@storybook/react-vite";
import { useArgs } from "storybook/preview-api";
import { settled } from "../support/settled.ts";
import { firstSettings, fonts, visions, type PlaygroundSettings } from "./playground-settings.ts";
import { ThemePlayground } from "./ThemePlayground.tsx";

const colour = { control: "color" } as const;

const meta: Meta<PlaygroundSettings> = {
  title: "For designers/Theme playground",
  args: firstSettings,
  argTypes: {
    theme: { control: "select", options: ["light", "dark", "system"] },
    font: { control: "select", options: Object.keys(fonts) },
    density: { control: "select", options: ["comfortable", "compact"] },
    vision: { control: "select", options: Object.keys(visions) },
    background: colour,
    darkBackground: colour,
    accent: colour,
    chart1: colour,
    chart2: colour,
    chart3: colour,
    chart4: colour,
  },
  parameters: {
    controls: { disable: true },
    toolbar: { hidden: true },
  },
  // Arguments are part of the address, so what a designer sees is what a designer can send.
  render: function Render(settings) {
    const [, update] = useArgs<PlaygroundSettings>();
    return <ThemePlayground settings={settings} onChange={update} />;
  },
  play: settled,
};

export default meta;

export const Playground: StoryObj<PlaygroundSettings> = {};
export const YellowOnWhite: StoryObj<PlaygroundSettings> = { args: { background: "#ffffff", accent: "#ffff00" } };
export const VioletAtNight: StoryObj<PlaygroundSettings> = {
  args: { theme: "dark", background: "#111827", accent: "#7c3aed", borderRadius: 12 },
};
export const SeenByDeutans: StoryObj<PlaygroundSettings> = { args: { vision: "deutan" } };
export const InForcedColours: StoryObj<PlaygroundSettings> = { args: { vision: "forced" } };
