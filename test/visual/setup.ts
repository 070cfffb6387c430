import { spawnSync } from "node:child_process";
import { createReadStream, existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { findChromium, launchChromium } from "../browser/chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the Storybook built for this run. */
    storybook: string;
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Builds the Storybook as `npm run build-storybook` does, serves it, and starts one browser. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "storybook-"));
  const built = spawnSync("npm", ["run", "--silent", "build-storybook", "--", "--quiet", "-o", folder], {
    cwd: root,
    encoding: "utf8",
  });
  if (built.status !== 0) throw new Error(`The Storybook does not build:\n${built.stdout}\n${built.stderr}`);
  const server = createServer((request, response) => {
    const file = join(folder, new URL(request.url ?? "/", "http://storybook").pathname);
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream");
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const browser = await launchChromium(findChromium());
  project.provide("chromium", browser.wsEndpoint());
  project.provide("storybook", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    await browser.close();
    server.close();
    await rm(folder, { recursive: true });
  };
}
