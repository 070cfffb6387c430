import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { findChromium, launchChromium } from "../browser/chromium.ts";
import { ensureBuilt, root } from "../package/built.ts";
import { npm } from "./npm.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The packed package, as npm would publish it. */
    tarball: string;
  }
}

/** Packs what is built, and starts one browser for all files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  ensureBuilt();
  const folder = await mkdtemp(join(tmpdir(), "referrals-packed-"));
  const [packed] = JSON.parse(await npm(root, "pack", "--json", "--pack-destination", folder)) as [
    { filename: string; size: number; entryCount: number },
  ];
  console.log(`packed ${packed.filename}: ${packed.entryCount} files, ${Math.round(packed.size / 1000)} kB`);
  const browser = await launchChromium(findChromium());
  project.provide("tarball", join(folder, packed.filename));
  project.provide("chromium", browser.wsEndpoint());
  project.provide("embedPage", join(root, "dist/page"));
  return async () => {
    await browser.close();
    await rm(folder, { recursive: true });
  };
}
