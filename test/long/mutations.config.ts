import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin, ViteUserConfig } from "vitest/config";
import root from "../../vite.config.ts";
import { isMutated, withMutants } from "./mutants.ts";

const folder = fileURLToPath(new URL("../..", import.meta.url));

/** Puts all mutants into the rules; the address of a file of tests names the one that is alive. */
const mutating: Plugin = {
  name: "mutants",
  enforce: "pre",
  transform(code, id) {
    const path = relative(folder, id);
    if (!isMutated(path)) return null;
    return { code: withMutants(code, (name) => `globalThis.isMutant("${path}:${name}")`), map: null };
  },
};

const config = root as ViteUserConfig;
const projects = (config.test?.projects ?? []) as { test: { name: string; setupFiles?: string[] } }[];

/** The tests of the package and the service, with mutants in what they test. */
export default {
  ...config,
  root: folder,
  plugins: [...(config.plugins ?? []), mutating],
  test: {
    ...config.test,
    projects: projects
      .filter(({ test }) => test.name === "unit" || test.name === "service")
      .map((project) => ({
        ...project,
        test: {
          ...project.test,
          // Vitest runs projects together only where they have as many workers as each other.
          maxWorkers: "100%",
          setupFiles: ["test/long/mutations-setup.ts", ...(project.test.setupFiles ?? [])],
        },
      })),
  },
} satisfies ViteUserConfig;
