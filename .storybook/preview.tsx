import "@fontsource-variable/inter";
import "@fontsource-variable/noto-sans-arabic";
import "@fontsource-variable/noto-sans-hebrew";
import "referrals-embed/styles.css";
import { StrictMode } from "react";
import type { Decorator, Preview } from "@storybook/react-vite";
import { configure } from "storybook/test";
import { themeColours } from "../src/dashboard/theme/theme-colours.ts";
import { keepDerivation } from "../src/dashboard/theme/useDerivation.ts";
import { hostCss } from "../stories/support/host-css.ts";
import { lookControls } from "../stories/support/controls.ts";
import { brands, locales, LookContext, lookOf } from "../stories/support/look.ts";
import { Stage } from "../stories/support/Stage.tsx";
import { WAIT_MS } from "../test/patience.ts";

// How long a story may wait for what it names: the first one after a start also waits for every module to be read.
configure({ asyncUtilTimeout: WAIT_MS });
// A picture shows the exact colours, not what stands until they are fetched.
keepDerivation(themeColours);

const tool = (title: string, icon: string, items: readonly string[]): object => ({
  description: title,
  toolbar: { title, icon, items: [...items], dynamicTitle: true },
});

const withLook: Decorator = (Story, { globals, args }) => (
  <StrictMode>
    <LookContext.Provider value={lookOf(globals, args)}>
      <Stage width={String(globals.width)} css={String(globals.hostCss)} motion={String(globals.motion)}>
        <Story />
      </Stage>
    </LookContext.Provider>
  </StrictMode>
);

let errors: unknown[][] = [];

const preview: Preview = {
  decorators: [withLook],
  argTypes: lookControls,
  globalTypes: {
    theme: tool("Theme", "mirror", ["light", "dark", "system"]),
    brand: tool("Brand", "paintbrush", Object.keys(brands)),
    locale: tool("Locale", "globe", locales),
    width: tool("Width", "grow", ["full", "320", "360", "480", "700", "768", "1100", "1280"]),
    density: tool("Density", "listunordered", ["comfortable", "compact"]),
    hostCss: tool("Host CSS", "markup", Object.keys(hostCss)),
    motion: tool("Motion", "play", ["system", "reduced"]),
  },
  initialGlobals: {
    theme: "light",
    brand: "none",
    locale: "en",
    width: "full",
    density: "comfortable",
    hostCss: "none",
    motion: "reduced",
  },
  parameters: {
    layout: "fullscreen",
    controls: { expanded: true },
    a11y: {
      test: "error",
      options: { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
    },
    options: {
      storySort: {
        order: [
          "Start",
          ["What it is", "Iframe or inline", "Add it in five minutes", "Without React"],
          "For designers",
          ["Theme playground", "Tokens", "Anatomy", "State gallery", "Layout grid", "Charts", "Overlays", "Voice"],
          "Panels",
          "Embed",
          "Theme",
          "Layout",
          "Languages",
          "Parts",
          "Robustness",
          "Guides",
          ["Quick starts", "Build", "Run", "Understand"],
          "Entry points",
        ],
      },
    },
  },
  // A story that complains on the console is a failed story.
  beforeEach: () => {
    errors = [];
    const original = console.error;
    console.error = (...args: unknown[]) => {
      errors.push(args);
      original(...args);
    };
    return () => {
      console.error = original;
    };
  },
  afterEach: () => {
    if (errors.length > 0) throw new Error(`Errors on the console: ${errors.map((args) => args.join(" ")).join("\n")}`);
  },
};

export default preview;
