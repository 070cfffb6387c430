import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");

/** gzip -9, in bytes; 1 kB = 1000 bytes (embed §12). */
const gzip = (bytes) => gzipSync(bytes, { level: 9 }).length;

/** What an entry weighs alone: its first load, and each chunk that comes later. React is the host's own. */
async function bundle(code, { external = [] } = {}) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: root, loader: "ts" },
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    target: "es2022",
    outdir: "out",
    jsx: "automatic",
    external: ["react", "react/jsx-runtime", "react-dom", ...external],
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
  });
  const sizes = new Map(outputFiles.map((file) => [file.path.split("/").pop(), gzip(file.contents)]));
  const outputs = Object.entries(metafile.outputs).map(([path, output]) => ({
    ...output,
    name: path.split("/").pop(),
  }));
  const entry = outputs.find(({ entryPoint }) => entryPoint?.includes("stdin"));
  const reach = (names, kind) => {
    const seen = new Set(names);
    for (const name of seen)
      for (const next of outputs.find((output) => output.name === name)?.imports ?? [])
        if (kind(next.kind)) seen.add(next.path.split("/").pop());
    return seen;
  };
  const first = reach([entry.name], (kind) => kind === "import-statement");
  const all = reach([entry.name], () => true);
  const sum = (names) => [...names].reduce((total, name) => total + (sizes.get(name) ?? 0), 0);
  const isPart = (pattern) => (output) => Object.keys(output.inputs).some((input) => pattern.test(input));
  return { first: sum(first), firstNames: first, all, sizes, outputs, reach, sum, isPart };
}

const from = (names, entry) => `export { ${names} } from "./dist/${entry}.js";`;
/**
 * Budgets of embed §12 we miss, with the most we let pass until they are met: these numbers may fall, never rise. Why they are missed:
 * the iframe ways hold every rule of §4 and §5, which §12 was estimated before; the dashboard's chunks hold every panel and state of
 * the design with React Query's 11 kB; a locale pack repeats some 320 keys; the demo answers every route of the embed data API.
 */
const ceilings = {
  ". iframe path": 6.5,
  "./frame": 4.3,
  "./element": 4.9,
  "snippet helper alone": 1.0,
  "embed.global.js": 5.2,
  "./inline first load, React Query included": 35.0,
  "./hooks, one query": 15.5,
  "lazy tab ReferPanel": 9.7,
  "lazy tab SettingsPanel": 10.5,
  "lazy tab AnalyticsPanel": 8.6,
  "lazy tab OverviewPanel": 10.2,
  "everything (no demo, no locales)": 88.0,
  "./demo": 22.0,
};
const localeCeiling = 5.6;
const rows = [];
const row = (what, bytes, limit) =>
  rows.push({ what, bytes, limit: limit * 1000, allowed: ceilingOf(what, limit) * 1000 });
const ceilingOf = (what, limit) => ceilings[what] ?? (what.startsWith("locale ") ? localeCeiling : limit);

const iframeOnly = await bundle(`export * from "./dist/index.js";`);
row(". iframe path", iframeOnly.first, 2.5);
row("./frame", (await bundle(from("mountReferralsEmbed, connectReferralsEmbed", "frame"))).first, 1.9);
row("./element", (await bundle(`import "./dist/element.js";`)).first, 2.1);
row("snippet helper alone", (await bundle(from("referralsEmbedIframe", "frame"))).first, 0.8);
row("embed.global.js", gzip(readFileSync(join(dist, "embed.global.js"))), 2.6);

const inline = await bundle(`export { ReferralsDashboard } from "./dist/inline.js";`);
row("./inline first load, React Query included", inline.first, 24);
row("./hooks, one query", (await bundle(from("useReferralsOverview", "hooks"))).first, 13);
const panels = inline.outputs.filter(({ entryPoint }) => entryPoint && /panels\//.test(entryPoint));
for (const panel of panels) {
  const own = inline.reach([panel.name], (kind) => kind === "import-statement");
  for (const name of inline.firstNames) own.delete(name);
  row(`lazy tab ${panel.entryPoint.split("/").pop().replace(".js", "")}`, inline.sum(own), 8);
}
const demoOrLocale = (pattern) => new Set(inline.outputs.filter(inline.isPart(pattern)).map(({ name }) => name));
const demo = demoOrLocale(/modules\/demo\/|dist\/demo/);
const locales = demoOrLocale(/locales\/[a-z]{2}(-[A-Z]{2})?\.js/);
const everything = [...inline.all].filter(
  (name) => inline.firstNames.has(name) || (!demo.has(name) && !locales.has(name)),
);
row("everything (no demo, no locales)", iframeOnly.first + inline.sum(everything), 50);
row("styles.css", gzip(readFileSync(join(dist, "styles.css"))), 7);
for (const file of readdirSync(join(dist, "locales")).filter((file) => /^(?!en\b).*\.js$/.test(file)))
  row(`locale ${file.replace(".js", "")}`, gzip(readFileSync(join(dist, "locales", file))), 2.5);
const demoBundle = await bundle(`export { createDemoFetch } from "./dist/demo.js";`);
row("./demo", demoBundle.sum(demoBundle.all), 12);

const page = join(dist, "page");
if (existsSync(page)) {
  const html = readFileSync(join(page, "index.html"), "utf8");
  const assets = (pattern) => [...html.matchAll(pattern)].map(([, path]) => gzip(readFileSync(join(page, path))));
  const total = (sizes) => sizes.reduce((sum, size) => sum + size, 0);
  row("embed page HTML + CSS before first paint", gzip(html) + total(assets(/rel="stylesheet" href="([^"]+)"/g)), 15);
  row("embed page handshake script", assets(/src="([^"]*handshake[^"]+)"/g)[0], 2);
  row("embed page JS to interactive", total(assets(/(?:src|modulepreload" href)="([^"]+\.js)"/g)), 60);
}

const mark = ({ bytes, limit, allowed }) => (bytes > allowed ? "GREW" : bytes > limit ? "over" : "  ok");
for (const entry of rows) {
  const figure = `${(entry.bytes / 1000).toFixed(2)} kB`.padStart(9);
  const ceiling = entry.allowed > entry.limit ? ` (passes up to ${(entry.allowed / 1000).toFixed(1)} kB)` : "";
  const limit = `${(entry.limit / 1000).toFixed(1).padStart(4)} kB`;
  console.log(`${mark(entry)} ${figure} of ${limit}  ${entry.what}${ceiling}`);
}
const over = rows.filter(({ bytes, limit }) => bytes > limit);
console.log(`\n${rows.length - over.length} of ${rows.length} budgets are met.`);
const grown = rows.filter(({ bytes, allowed }) => bytes > allowed);
if (grown.length > 0) {
  console.error(`Grown past what passes: ${grown.map(({ what }) => what).join(", ")}.`);
  process.exit(1);
}
