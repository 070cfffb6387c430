// node build.mjs <bundler>: builds app.js and leak.js for a browser, to out/<bundler>.
import { fileURLToPath } from "node:url";

const bundler = process.argv[2];
const root = fileURLToPath(new URL(".", import.meta.url));
const entries = { app: `${root}app.js`, leak: `${root}leak.js` };
const out = `${root}out/${bundler}`;

/** webpack and Rspack speak one language. */
const packed = (compiler) =>
  new Promise((resolve, reject) =>
    compiler.run((error, stats) => {
      const problem =
        error ?? (stats.hasErrors() || stats.hasWarnings() ? new Error(stats.toString("errors-warnings")) : undefined);
      compiler.close(() => (problem ? reject(problem) : resolve()));
    }),
  );
const webpackOptions = {
  mode: "production",
  context: root,
  entry: entries,
  output: { path: out, filename: "[name].js", publicPath: "auto" },
  performance: false,
};

const builds = {
  async vite() {
    const { build } = await import("vite");
    const output = { entryFileNames: "[name].js" };
    await build({
      root,
      logLevel: "warn",
      base: "./",
      build: { outDir: out, rolldownOptions: { input: entries, output } },
    });
  },
  async esbuild() {
    const { build } = await import("esbuild");
    const options = { bundle: true, splitting: true, format: "esm", minify: true, logLevel: "warning" };
    await build({ ...options, entryPoints: entries, outdir: out, define: { "process.env.NODE_ENV": '"production"' } });
  },
  async rollup() {
    const { rollup } = await import("rollup");
    const [{ default: resolve }, { default: commonjs }, { default: replace }] = await Promise.all([
      import("@rollup/plugin-node-resolve"),
      import("@rollup/plugin-commonjs"),
      import("@rollup/plugin-replace"),
    ]);
    const values = { "process.env.NODE_ENV": '"production"' };
    const bundle = await rollup({
      input: entries,
      plugins: [resolve({ browser: true }), commonjs(), replace({ preventAssignment: true, values })],
      // Rollup says so of every "use client"; the directive is for frameworks that know it.
      onwarn: (warning, warn) => warning.code === "MODULE_LEVEL_DIRECTIVE" || warn(warning),
    });
    await bundle.write({ dir: out, format: "es", entryFileNames: "[name].js" });
    await bundle.close();
  },
  async parcel() {
    const { Parcel } = await import("@parcel/core");
    const target = { distDir: out, publicUrl: `/${bundler}/`, context: "browser", outputFormat: "esmodule" };
    await new Parcel({
      entries: Object.values(entries),
      defaultConfig: "@parcel/config-default",
      mode: "production",
      shouldDisableCache: true,
      targets: { browser: { ...target, engines: { browsers: "Chrome >= 116" } } },
    }).run();
  },
  webpack: async () => packed((await import("webpack")).default(webpackOptions)),
  rspack: async () => packed((await import("@rspack/core")).rspack(webpackOptions)),
  async rsbuild() {
    const { createRsbuild } = await import("@rsbuild/core");
    const output = { distPath: { root: out, js: "" }, filename: { js: "[name].js" }, assetPrefix: "auto" };
    // The page is the test's own, so what an entry needs at once is one file.
    const config = {
      mode: "production",
      logLevel: "warn",
      source: { entry: entries },
      output,
      splitChunks: false,
      tools: { htmlPlugin: false },
    };
    await (await createRsbuild({ cwd: root, config })).build();
  },
};

await builds[bundler]();
