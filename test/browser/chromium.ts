import { existsSync } from "node:fs";
import { chromium, type Browser, type BrowserServer } from "playwright-core";

/** What Chromium needs to run anywhere, as root in a container too, without calling home. */
export const FLAGS: string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // As in a visitor's browser: a frame of another site is another process.
  "--site-per-process",
];

/**
 * The path of a Chromium: `CHROME_PATH`, the system's, else Playwright's own.
 * @throws Error that says what to type when there is none
 */
export function findChromium(): string {
  const places = [process.env.CHROME_PATH, "/usr/bin/chromium", chromium.executablePath()];
  const found = places.find((path) => path && existsSync(path));
  if (found) return found;
  throw new Error(
    "No Chromium found. Type `npx playwright install chromium` (or, on Debian, `apt-get install -y chromium`), or set CHROME_PATH.",
  );
}

/** Starts the one Chromium of a run. */
export function launchChromium(executablePath: string): Promise<BrowserServer> {
  return chromium.launchServer({ executablePath, args: FLAGS });
}

/** Joins the run's Chromium. */
export function connectChromium(endpoint: string): Promise<Browser> {
  return chromium.connect(endpoint);
}
