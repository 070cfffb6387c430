import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildHostApp } from "../browser/build-host-app.ts";
import { ensureBuilt, root } from "../package/built.ts";

/** Builds the host app, and the embed page if it is missing. The files start their own browsers. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  ensureBuilt();
  const hostApp = await mkdtemp(join(tmpdir(), "host-app-"));
  await buildHostApp(root, hostApp);
  project.provide("hostApp", hostApp);
  project.provide("embedPage", join(root, "dist/page"));
  return () => rm(hostApp, { recursive: true });
}
