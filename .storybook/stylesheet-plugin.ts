import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const id = "\0referrals-embed.css";

/** Answers `referrals-embed/styles.css` with the stylesheet as it ships: flat, every selector guarded. */
export function stylesheetPlugin(): Plugin {
  return {
    name: "referrals-embed-stylesheet",
    enforce: "pre",
    resolveId: (source) => (source === "referrals-embed/styles.css" ? id : undefined),
    async load(loaded) {
      if (loaded !== id) return undefined;
      const { stylesheets } = (await import("../scripts/build/stylesheet.mjs")) as {
        stylesheets: (root: string) => Promise<{ shipped: string }>;
      };
      return (await stylesheets(root)).shipped;
    },
    async handleHotUpdate({ file, server }) {
      if (!file.includes("/dashboard/theme/") || !file.endsWith(".css")) return undefined;
      const module = server.moduleGraph.getModuleById(id);
      return module ? [module] : undefined;
    },
  };
}
