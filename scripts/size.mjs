import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundlers, gzip } from "./size/bundle.mjs";
import { unpackPackage } from "./size/packed.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Budgets of embed §12 we miss, with the most we let pass until they are met: these numbers fall, and rise for nothing but a
 * rule we did not keep. Why they are missed: the iframe ways hold every rule of §4 and §5, which §12 was estimated before, and
 * draw a failure the frame cannot; the dashboard's chunks hold every panel and state of the design with React Query's 10 kB;
 * the demo answers every route of the embed data API.
 */
const ceilings = {
  ". iframe path": 4.5,
  "./frame": 3.4,
  "./element": 3.9,
  "snippet helper alone": 0.92,
  "embed.global.js": 4.25,
  "./inline first load, React Query included": 26.9,
  "everything (no demo, no locales)": 78.5,
  "./demo": 13.5,
};

/** One figure per bundler of what a host's code fetches: `weigh` picks it from the bundle. */
async function bundled(code, weigh) {
  const figures = {};
  for (const [name, bundle] of Object.entries(bundlers)) figures[name] = weigh(await bundle(packed.host, code));
  return figures;
}
const alike = (bytes) => ({ esbuild: bytes, vite: bytes });
const from = (names, entry) => `export { ${names} } from "referrals-embed/${entry}";`;
const first = (bundle) => bundle.weigh(bundle.first);
const without = (names, other) => new Set([...names].filter((name) => !other.has(name)));

const rows = [];
const row = (what, limit, sizes) => rows.push({ what, limit, allowed: ceilings[what] ?? limit, sizes });
/** Rows the bundle itself names: the same from both bundlers. */
const rowsBy = (limit, perBundler) => {
  for (const what of Object.keys(perBundler.esbuild))
    row(what, limit, { esbuild: perBundler.esbuild[what], vite: perBundler.vite[what] });
};

const demo = /(^|\/)demo\b/;
const pack = /locales\/[a-z]{2}(-[A-Z]{2})?\//;

const packed = unpackPackage(root);
try {
  row(". iframe path", 2.5, await bundled(`export * from "referrals-embed";`, first));
  row("./frame", 1.9, await bundled(from("mountReferralsEmbed, connectReferralsEmbed", "frame"), first));
  row("./element", 2.1, await bundled(`import "referrals-embed/element";`, first));
  row("snippet helper alone", 0.8, await bundled(from("referralsEmbedIframe", "frame"), first));
  row("embed.global.js", 2.6, alike(gzip(readFileSync(join(packed.folder, "dist/embed.global.js")))));

  const inline = from("ReferralsDashboard", "inline");
  row("./inline first load, React Query included", 24, await bundled(inline, first));
  row("./hooks, one query", 13, await bundled(from("useReferralsOverview", "hooks"), first));
  rowsBy(8, await bundled(inline, tabs));
  row("everything (no demo, no locales)", 50, await bundled(`export * from "referrals-embed";`, everything));
  row("styles.css", 7, alike(gzip(readFileSync(join(packed.folder, "dist/styles.css")))));
  rowsBy(2.5, await bundled(inline, languages));
  row("./demo", 12, await bundled(from("createDemoFetch", "demo"), (bundle) => bundle.weigh(bundle.all)));
} finally {
  packed.remove();
}

/** What the first visit of a tab fetches besides what is there; its words are a language pack's. */
function tabs(bundle) {
  const panels = bundle.startingWith(/panels\/\w+\/\w+Panel\.js$/);
  return Object.fromEntries(
    panels
      .map(({ name, entry }) => [
        `lazy tab ${/panels\/(\w+)/.exec(entry)[1]}`,
        bundle.weigh(without(bundle.reach(name), bundle.first)),
      ])
      .toSorted(([a], [b]) => a.localeCompare(b)),
  );
}

/**
 * All a host's page may ever fetch, in both modes. "No locales" leaves out the packs of every language, English among them:
 * they are `./locales/*`, words and no code, and each is held to a budget of its own below. The English of the shell stays
 * in the sum: it is built into the first load, so that a failure can always be said.
 */
function everything(bundle) {
  const left = [...bundle.chunks.values()].filter(({ entry }) => demo.test(entry) || pack.test(entry));
  return bundle.weigh(without(bundle.all, new Set(left.map(({ name }) => name))));
}

/** The largest pack of each language. */
function languages(bundle) {
  const largest = {};
  for (const { name, entry } of bundle.startingWith(/locales\/[^/]+\/(?!shell)\w+\.js$/)) {
    const what = `locale ${/locales\/([^/]+)/.exec(entry)[1]}, its largest pack`;
    largest[what] = Math.max(largest[what] ?? 0, bundle.weigh(without(bundle.reach(name), bundle.first)));
  }
  return largest;
}

const page = join(root, "dist/page");
if (existsSync(page)) {
  const html = readFileSync(join(page, "index.html"), "utf8");
  const assets = (pattern) => [...html.matchAll(pattern)].map(([, path]) => gzip(readFileSync(join(page, path))));
  const total = (sizes) => sizes.reduce((sum, size) => sum + size, 0);
  const styles = total(assets(/rel="stylesheet" href="([^"]+)"/g));
  const scripts = total(assets(/(?:src|modulepreload" href)="([^"]+\.js)"/g));
  row("embed page HTML + CSS before first paint", 15, alike(gzip(html) + styles));
  row("embed page handshake script", 2, alike(assets(/src="([^"]*handshake[^"]+)"/g)[0]));
  row("embed page JS to interactive", 60, alike(scripts));
}

const kB = (bytes) => bytes / 1000;
const worst = ({ sizes }) => kB(Math.max(sizes.esbuild, sizes.vite));
const mark = (entry) => (worst(entry) > entry.allowed ? "GREW" : worst(entry) > entry.limit ? "over" : "  ok");
const figure = (bytes) => kB(bytes).toFixed(2).padStart(6);
console.log("       esbuild   Vite of limit, kB gzip -9, measured on the packed files");
for (const entry of rows) {
  const { what, limit, allowed, sizes } = entry;
  const passes = allowed > limit ? ` (passes up to ${allowed.toFixed(1)})` : "";
  console.log(
    `${mark(entry)} ${figure(sizes.esbuild)}  ${figure(sizes.vite)}  of ${limit.toFixed(1).padStart(4)}  ${what}${passes}`,
  );
}
const met = rows.filter((entry) => worst(entry) <= entry.limit);
console.log(`\n${met.length} of ${rows.length} budgets are met by both bundlers.`);
const grown = rows.filter((entry) => worst(entry) > entry.allowed);
if (grown.length > 0) {
  console.error(`Grown past what passes: ${grown.map(({ what }) => what).join(", ")}.`);
  process.exit(1);
}
