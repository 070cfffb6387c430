import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { buildHostApp } from "./build-host-app.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import type { Fonts } from "./fonts/index.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** WebSocket address of the run's Chromium. */
    chromium: string;
    /** Folder of the host app, bundled with React's development build. */
    hostApp: string;
    /** Folder of the built embed page. */
    embedPage: string;
    /** The letters it draws. */
    fonts: Fonts;
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Finds Chromium, builds the page if it is missing and the host app always, and starts one browser for all files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executable = findChromium();
  const embedPage = join(root, "dist/page");
  if (!existsSync(join(embedPage, "index.html"))) {
    const script = join(root, "scripts/build/page.mjs");
    const { buildPage } = (await import(script)) as { buildPage(root: string): Promise<void> };
    await buildPage(root);
  }
  if (!existsSync(join(root, "dist/console/index.html"))) {
    const script = join(root, "scripts/build/console.mjs");
    const { buildConsole } = (await import(script)) as { buildConsole(root: string): Promise<void> };
    await buildConsole(root);
  }
  const hostApp = await mkdtemp(join(tmpdir(), "host-app-"));
  await buildHostApp(root, hostApp);
  const fonts = (project.config.env?.TEST_FONTS ?? "usual") as Fonts;
  const browser = await launchChromium(executable, fonts);
  project.provide("chromium", browser.wsEndpoint());
  project.provide("fonts", fonts);
  project.provide("hostApp", hostApp);
  project.provide("embedPage", embedPage);
  return async () => {
    await browser.close();
    await rm(hostApp, { recursive: true });
  };
}
