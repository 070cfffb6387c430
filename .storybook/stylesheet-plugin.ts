import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const ids: Readonly<Record<string, string>> = {
  "referrals-embed/styles.css": "\0referrals-embed.css",
  "referrals-embed/console.css": "\0referrals-console.css",
};

/** Answers `referrals-embed/styles.css`, and the console's, with the stylesheet as it ships: flat, every selector guarded. */
export function stylesheetPlugin(): Plugin {
  return {
    name: "referrals-embed-stylesheet",
    enforce: "pre",
    resolveId: (source) => ids[source],
    async load(loaded) {
      if (!Object.values(ids).includes(loaded)) return undefined;
      const { stylesheets } = (await import("../scripts/build/stylesheet.mjs")) as {
        stylesheets: (root: string) => Promise<{ shipped: string; guard: (css: string) => string }>;
      };
      const { shipped, guard } = await stylesheets(root);
      if (loaded === ids["referrals-embed/styles.css"]) return shipped;
      return guard(await readFile(join(root, "src/console/console.css"), "utf8"));
    },
    async handleHotUpdate({ file, server }) {
      if (!file.includes("/dashboard/theme/") || !file.endsWith(".css")) return undefined;
      const module = server.moduleGraph.getModuleById(ids["referrals-embed/styles.css"] ?? "");
      return module ? [module] : undefined;
    },
  };
}
