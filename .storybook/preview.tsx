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
import { brands, LookContext, lookOf } from "../stories/support/look.ts";
import { Stage } from "../stories/support/Stage.tsx";

// How long a story may wait for what it names: the first one after a start also waits for every module to be read.
configure({ asyncUtilTimeout: 15_000 });
// A picture shows the exact colours, not what stands until they are fetched.
keepDerivation(themeColours);

const locales = ["en", "de", "fr", "es", "pt-BR", "it", "nl", "pl", "ja", "ko", "zh-CN", "ar", "he"];

const tool = (title: string, icon: string, items: readonly string[]): object => ({
  description: title,
  toolbar: { title, icon, items: [...items], dynamicTitle: true },
});

const withLook: Decorator = (Story, { globals, parameters }) => (
  <StrictMode>
    <LookContext.Provider value={lookOf(globals)}>
      <Stage
        width={String(globals.width)}
        css={String(globals.hostCss)}
        motion={String(globals.motion)}
        dark={globals.theme === "dark" || parameters.dark === true}
      >
        <Story />
      </Stage>
    </LookContext.Provider>
  </StrictMode>
);

let errors: unknown[][] = [];

const preview: Preview = {
  decorators: [withLook],
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
          ["What it is", "Add it in five minutes", "Iframe or inline", "Without React"],
          "Guides",
          ["Quick starts", "Build", "Run", "Understand"],
          "Entry points",
          "Embed",
          "Panels",
          "Theme",
          "Layout",
          "Languages",
          "Robustness",
          "Parts",
          "For designers",
          ["Theme playground", "Tokens", "State gallery"],
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
