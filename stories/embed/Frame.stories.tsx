import { useState, type ReactElement } from "react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { ReferralsEmbed, type ReferralsEmbedProps } from "../../src/index.ts";
import { dashboardControls, tokenControl } from "../support/controls.ts";
import { useLook, type LookArgs } from "../support/look.ts";

/** Where `npm start` serves the embed page: another origin than this one, as in real life. */
const appUrl: string = import.meta.env.STORYBOOK_APP_URL ?? "http://127.0.0.1:4400";

type FrameProps = Pick<Partial<ReferralsEmbedProps>, "data" | "sections" | "title" | "appUrl" | "token"> & LookArgs;

function Frame({ data = "referrals", sections, title, theme, fontFamily, ...args }: FrameProps): ReactElement {
  const look = useLook();
  return (
    <ReferralsEmbed
      {...{ data, sections, title, appUrl, token: "demo", ...args }}
      theme={theme ?? look.theme}
      locale={look.locale}
      // The bundled fonts do not reach into a frame of another origin.
      themeOptions={{ ...look.themeOptions, fontFamily }}
    />
  );
}

/**
 * The real frame, from a second origin. Beside `npm run storybook` it needs the service (`npm start`); as tests these start
 * the embed page themselves.
 */
export default {
  title: "Embed/Frame",
  component: Frame,
  argTypes: {
    data: dashboardControls.data!,
    sections: dashboardControls.sections!,
    title: dashboardControls.title!,
    token: tokenControl,
    appUrl: { control: "text", description: "Where the embed page lives", table: { category: "Props" } },
  },
} satisfies Meta<typeof Frame>;

type Story = StoryObj<FrameProps>;

const frames = (canvas: HTMLElement): HTMLIFrameElement[] => [...canvas.querySelectorAll("iframe")];

/** Waits until every embed on the page names one of the states. */
async function shows(canvas: HTMLElement, ...states: string[]): Promise<void> {
  const named = (): (string | undefined)[] =>
    [...canvas.querySelectorAll<HTMLElement>("[data-state]")].map(({ dataset }) => dataset.state);
  await waitFor(() => expect(named()).toEqual(states), { timeout: 20_000 });
}

export const AutoHeight: Story = {
  play: async ({ canvasElement }) => {
    await shows(canvasElement, "ready");
    const [frame] = frames(canvasElement);
    await waitFor(() => {
      const { height } = frame!.getBoundingClientRect();
      expect(height).toBeGreaterThan(600);
      expect(height).toBeLessThan(1300);
    });
  },
};

export const Dark: Story = { ...AutoHeight, globals: { theme: "dark" } };

function LiveThemes(args: FrameProps): ReactElement {
  const [theme, setTheme] = useState<"light" | "dark">("light");
  const [loads, setLoads] = useState(0);
  return (
    <div onLoadCapture={() => setLoads((before) => before + 1)}>
      <p style={{ padding: "8px 24px", font: "13px/20px sans-serif", color: "#767676" }}>
        <button type="button" onClick={() => setTheme(theme === "light" ? "dark" : "light")}>
          Switch to {theme === "light" ? "dark" : "light"}
        </button>{" "}
        <span>Loads of the frame: {loads}</span>
      </p>
      <Frame {...args} theme={theme} />
    </div>
  );
}

/** The theme changes in place; the frame is loaded once. */
export const LiveTheme: Story = {
  render: (args) => <LiveThemes {...args} />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await shows(canvasElement, "ready");
    await userEvent.click(canvas.getByRole("button", { name: "Switch to dark" }));
    await waitFor(() => expect(frames(canvasElement)[0]!.style.colorScheme).toBe("dark"));
    await expect(await canvas.findByText("Loads of the frame: 1")).toBeVisible();
  },
};

/** Two embeds on one page share nothing. */
export const TwoOnAPage: Story = {
  render: (args) => (
    <>
      <Frame {...args} title="Ada's referrals" />
      <Frame {...args} title="Bea's referrals" token="demo:pending" />
    </>
  ),
  play: ({ canvasElement }) => shows(canvasElement, "ready", "pending"),
};

/** A frame that loads again, by itself or after its process died, is greeted, configured and given its token again. */
export const ReloadRecovery: Story = {
  play: async ({ canvasElement }) => {
    await shows(canvasElement, "ready");
    const [frame] = frames(canvasElement);
    const again = new Promise((resolve) => frame!.addEventListener("load", resolve, { once: true }));
    frame!.src = `${frame!.src}`;
    await again;
    await shows(canvasElement, "ready");
  },
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
  play: ({ canvasElement }) => shows(canvasElement, "ready"),
};
