import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { chromium } from "playwright-core";
import { FLAGS } from "../browser/chromium.ts";
import { withFonts } from "../browser/fonts/index.ts";
import type { DrivenBrowser } from "./driven-browser.ts";
import { tabOfPage } from "./page-tab.ts";
import { BLOCKED } from "./session.ts";

/** The packed binary of the lowest Chromium that is supported; `undefined` where it is not installed or cannot run. */
export function findOldestChromium(): string | undefined {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const packed = new URL("oldest-chromium/node_modules/@sparticuz/chromium/bin/chromium.br", import.meta.url);
  return existsSync(packed) ? fileURLToPath(packed) : undefined;
}

/**
 * Without its just-in-time compiler: on processors with memory protection keys the code it writes ends the page with a segmentation fault.
 * The same engine interprets instead.
 */
const INTERPRETED = "--js-flags=--jitless";

/** Unpacks and starts it; Playwright still drives it. */
export async function startOldestChromium(packed: string): Promise<DrivenBrowser> {
  const folder = await mkdtemp(join(tmpdir(), "referrals-chromium-"));
  const executablePath = join(folder, "chromium");
  await writeFile(executablePath, await promisify(brotliDecompress)(await readFile(packed)));
  await chmod(executablePath, 0o755);
  const browser = await chromium.launch({
    executablePath,
    args: [...FLAGS, "--no-zygote", INTERPRETED],
    env: withFonts(),
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.route(`**${BLOCKED}**`, (route) => route.abort("blockedbyclient"));
  return {
    name: `Chromium ${browser.version()}`,
    tab: tabOfPage(page),
    async close() {
      await browser.close();
      await rm(folder, { recursive: true });
    },
  };
}
