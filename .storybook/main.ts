import type { StorybookConfig } from "@storybook/react-vite";
import { fileURLToPath } from "node:url";
import { mergeConfig } from "vite";
import { stylesheetPlugin } from "./stylesheet-plugin.ts";

const src = fileURLToPath(new URL("../src", import.meta.url));

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
      // Names by which the service knows the package's parts.
      resolve: {
        alias: [{ find: /^referrals-embed\/(contract|rules|words)$/, replacement: `${src}/$1/index.ts` }],
      },
      build: { chunkSizeWarningLimit: 2000 },
    }),
};

export default config;
