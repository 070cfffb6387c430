import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { guardSelectors } from "./guard-selectors.ts";
import { joinContainers } from "./join-containers.ts";

/** What the lowest supported browsers read (Chrome 116, Firefox 125, Safari 17) but nesting, which is compiled away. */
const TARGET = ["chrome111", "firefox114", "safari16.4"];

/** The shipped stylesheet: sources joined, nesting compiled away, minified, every selector guarded. */
export async function buildStylesheet(): Promise<string> {
  const entry = fileURLToPath(new URL("./styles.css", import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    target: TARGET,
  });
  const tight = (outputFiles[0]?.text ?? "")
    .replace(/(--rf-[\w-]+): /g, "$1:")
    .replaceAll(", ", ",")
    .replace(/ \* (?=var|\d)/g, "*");
  return guardSelectors(joinContainers(tight));
}
