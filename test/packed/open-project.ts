import { join } from "node:path";
import { root } from "../package/built.ts";
import { copyProject } from "./copy-project.ts";
import { runScript, startProject } from "./run-project.ts";

/** A project of the repository, installed with the packed package, built and started. */
export interface OpenProject {
  url: string;
  /** Where it is installed and built. */
  folder: string;
  close(): Promise<void>;
}

/** Opens the project at a path from the repository's root, and says how long that took. */
export async function openProject(
  path: string,
  env: Record<string, string>,
  { built = true } = {},
): Promise<OpenProject> {
  const started = performance.now();
  const { folder, remove } = await copyProject(join(root, path));
  const installed = performance.now();
  // A host builds where its secrets are absent.
  const { REFERRALS_API_KEY: _key, REFERRALS_API_URL: _url, ...inBuild } = env;
  if (built) await runScript(folder, "build", inBuild);
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const times = [`installed in ${seconds(installed - started)}`, `built in ${seconds(performance.now() - installed)}`];
  console.log(`${path}: ${times.slice(0, built ? 2 : 1).join(", ")}`);
  const { url, stop } = await startProject(folder, env);
  return {
    url,
    folder,
    async close() {
      await stop();
      await remove();
    },
  };
}
