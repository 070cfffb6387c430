import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import type { TestProject } from "vitest/node";
import { freePort } from "../free-port.ts";
import { findChromium, launchChromium } from "../browser/chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the Storybook built for this run. */
    storybook: string;
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Builds the Storybook as `npm run build-storybook` does, serves it, and starts one browser. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "storybook-"));
  const built = spawnSync("npm", ["run", "--silent", "build-storybook", "--", "--quiet", "-o", folder], {
    cwd: root,
    encoding: "utf8",
  });
  if (built.status !== 0) throw new Error(`The Storybook does not build:\n${built.stdout}\n${built.stderr}`);
  const port = await freePort();
  const app = new Hono().use(serveStatic({ root: relative(process.cwd(), folder) }));
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port });
  const browser = await launchChromium(findChromium());
  project.provide("chromium", browser.wsEndpoint());
  project.provide("storybook", `http://127.0.0.1:${port}`);
  return async () => {
    await browser.close();
    server.close();
    await rm(folder, { recursive: true });
  };
}
