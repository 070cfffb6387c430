import type { StorybookConfig } from "@storybook/react-vite";
import { mergeConfig } from "vite";
import { stylesheetPlugin } from "./stylesheet-plugin.ts";

const config: StorybookConfig = {
  framework: "@storybook/react-vite",
  stories: ["../stories/**/*.mdx", "../stories/**/*.stories.tsx"],
  addons: ["@storybook/addon-docs", "@storybook/addon-a11y", "@storybook/addon-vitest"],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // TypeScript 7 has no JavaScript compiler API, which the other reader needs.
  typescript: { reactDocgen: "react-docgen" },
  viteFinal: (base) =>
    mergeConfig(base, {
      plugins: [stylesheetPlugin()],
      build: { chunkSizeWarningLimit: 2000 },
    }),
};

export default config;
