import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type BuildOptions } from "esbuild";

/**
 * Bundles the host app of the browser tests, and what prints it on a server: our source, React's development build.
 * `REACT_VERSION` names another React of test/react-versions (the version matrix).
 */
export async function buildHostApp(root: string, outdir: string): Promise<void> {
  const { REACT_VERSION: version } = process.env;
  const react = join(root, version ? `test/react-versions/${version}` : "", "node_modules");
  const options: BuildOptions = {
    bundle: true,
    outdir,
    target: "es2022",
    jsx: "automatic",
    jsxDev: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"development"' },
    alias: { react: join(react, "react"), "react-dom": join(react, "react-dom") },
  };
  const server = join(root, "test/browser/server-markup.ts");
  const [host, global] = [join(root, "test/browser/host-app.tsx"), join(root, "src/global.ts")];
  await Promise.all([
    build({ ...options, entryPoints: { host, global }, splitting: true, format: "esm" }),
    build({ ...options, entryPoints: [server], platform: "node", format: "cjs", outExtension: { ".js": ".cjs" } }),
  ]);
  await writeFile(join(outdir, "styles.css"), await styles(root));
}

async function styles(root: string): Promise<string> {
  const { buildStylesheet } = (await import(join(root, "src/dashboard/theme/build-stylesheet.ts"))) as {
    buildStylesheet(): Promise<string>;
  };
  return buildStylesheet();
}
