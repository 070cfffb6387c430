import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { storybookTest } from "@storybook/addon-vitest/vitest-plugin";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";

const configDir = dirname(fileURLToPath(import.meta.url));
const systemChromium = "/usr/bin/chromium";

/** Every story as a test in a real browser: it renders, its play function passes, axe finds nothing. */
export default defineConfig({
  root: dirname(configDir),
  plugins: [storybookTest({ configDir, disableAddonDocs: true })],
  test: {
    name: "stories",
    globals: true,
    testTimeout: 30_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          ...(existsSync(systemChromium) ? { executablePath: systemChromium } : {}),
          args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
        },
      }),
      instances: [{ browser: "chromium", viewport: { width: 1280, height: 900 } }],
    },
  },
});
