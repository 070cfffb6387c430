import { join } from "node:path";
import { build } from "esbuild";

/** Bundles the browser script into one small file any page can carry; browsers of the last years run it. */
export async function buildAnalyticsScript(root, outfile) {
  await build({
    entryPoints: [join(root, "service/src/analytics-script/analytics.ts")],
    outfile,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2020",
    legalComments: "none",
    logLevel: "warning",
  });
}
