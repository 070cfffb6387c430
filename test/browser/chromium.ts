import { existsSync } from "node:fs";
import { chromium, type Browser, type BrowserServer } from "playwright-core";
import { WAIT_MS } from "../patience.ts";
import { withFonts, type Fonts } from "./fonts/index.ts";

/**
 * Features that are off. A window's address field would each time start a process for the web page of its suggestions, 0.4 s of
 * processor time; and each page one that waits for a next site, for nothing here. Chromium reads the last such list only, so
 * Playwright's own stands here again.
 */
const featuresOff = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "SpareRendererForSitePerProcess",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

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
  `--disable-features=${featuresOff.join()}`,
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
export function launchChromium(executablePath: string, fonts?: Fonts): Promise<BrowserServer> {
  return chromium.launchServer({ executablePath, args: FLAGS, env: withFonts(fonts) });
}

/** Joins the run's Chromium. */
export async function connectChromium(endpoint: string): Promise<Browser> {
  const browser = await chromium.connect(endpoint);
  browser.on("context", (context) => context.setDefaultTimeout(WAIT_MS));
  return browser;
}
