import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { storybookTest } from "@storybook/addon-vitest/vitest-plugin";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { withFonts } from "../test/browser/fonts/index.ts";
import { freePort } from "../test/free-port.ts";
import { TEST_MS } from "../test/patience.ts";

const configDir = dirname(fileURLToPath(import.meta.url));
const systemChromium = "/usr/bin/chromium";

// The stories of the real frame need the embed page on another origin than theirs; `embed-page-server.ts` listens there.
process.env.STORYBOOK_APP_URL = `http://127.0.0.1:${await freePort()}`;

/** Every story as a test in a real browser: it renders, its play function passes, axe finds nothing. */
export default defineConfig({
  root: dirname(configDir),
  plugins: [storybookTest({ configDir, disableAddonDocs: true })],
  test: {
    name: "stories",
    globals: true,
    // As in Storybook itself, where one page shows story after story.
    isolate: false,
    // What it would keep is the order of files, which decides what a story that leaves something behind would spoil.
    cache: false,
    // A guard against hanging, no measure of speed: machines are busy.
    testTimeout: TEST_MS,
    globalSetup: [`${configDir}/embed-page-server.ts`],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          ...(existsSync(systemChromium) ? { executablePath: systemChromium } : {}),
          args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
          env: withFonts(),
        },
      }),
      instances: [{ browser: "chromium", viewport: { width: 1280, height: 900 } }],
    },
  },
});
