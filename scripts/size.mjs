import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundlers, gzip } from "./size/bundle.mjs";
import { unpackPackage } from "./size/packed.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

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
const row = (what, limit, sizes) => rows.push({ what, limit, sizes });
/** Rows the bundle itself names: the same from both bundlers. */
const rowsBy = (limit, perBundler) => {
  for (const what of Object.keys(perBundler.esbuild))
    row(what, limit, { esbuild: perBundler.esbuild[what], vite: perBundler.vite[what] });
};

const demo = /(^|\/)demo\b/;
const pack = /locales\/[a-z]{2}(-[A-Z]{2})?\.js$/;

const packed = unpackPackage(root);
try {
  row(". iframe path", 6.4, await bundled(`export * from "referrals-embed";`, first));
  row("./frame", 4.2, await bundled(from("mountReferralsEmbed, connectReferralsEmbed", "frame"), first));
  row("./element", 5.3, await bundled(`import "referrals-embed/element";`, first));
  row("snippet helper alone", 1.05, await bundled(from("referralsEmbedIframe", "frame"), first));
  row("embed.global.js", 6.2, alike(gzip(readFileSync(join(packed.folder, "dist/embed.global.js")))));

  const inline = from("ReferralsDashboard", "inline");
  row("./inline first load with the default panel", 39.9, await bundled(inline, first));
  row("./hooks, one query", 13.5, await bundled(from("useReferralsOverview", "hooks"), first));
  rowsBy(11, await bundled(inline, tabs));
  row("everything (no demo, no locales)", 94.4, await bundled(`export * from "referrals-embed";`, everything));
  row("styles.css", 8.6, alike(gzip(readFileSync(join(packed.folder, "dist/styles.css")))));
  rowsBy(7.8, await bundled(inline, languages));
  row("./demo", 24.6, await bundled(from("createDemoFetch", "demo"), (bundle) => bundle.weigh(bundle.all)));
} finally {
  packed.remove();
}

/** What the first visit of a tab fetches besides what is there. */
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

/** All a host's page may ever fetch, in both modes, except the packs of the languages: each has a budget of its own. */
function everything(bundle) {
  const left = [...bundle.chunks.values()].filter(({ entry }) => demo.test(entry) || pack.test(entry));
  return bundle.weigh(without(bundle.all, new Set(left.map(({ name }) => name))));
}

/** The pack of each language; a page fetches one. */
function languages(bundle) {
  const packs = bundle.startingWith(pack);
  return Object.fromEntries(packs.map(({ name, entry }) => [`locale ${entry.split("/").pop()}`, bundle.weigh([name])]));
}

const page = join(root, "dist/page");
if (existsSync(page)) {
  const html = readFileSync(join(page, "index.html"), "utf8");
  const assets = (pattern) => [...html.matchAll(pattern)].map(([, path]) => gzip(readFileSync(join(page, path))));
  const total = (sizes) => sizes.reduce((sum, size) => sum + size, 0);
  const styles = total(assets(/rel="stylesheet" href="([^"]+)"/g));
  const scripts = total(assets(/(?:src|modulepreload" href)="([^"]+\.js)"/g));
  row("embed page HTML + CSS before first paint", 15, alike(gzip(html) + styles));
  row("embed page handshake script", 2.8, alike(assets(/src="([^"]*handshake[^"]+)"/g)[0]));
  row("embed page JS until the first figures", 53.5, alike(scripts));
}

const owners = join(root, "dist/console");
if (existsSync(owners)) {
  const html = readFileSync(join(owners, "index.html"), "utf8");
  const named = [...html.matchAll(/(?:src|href)="\/console\/([^"]+)"/g)].map(([, path]) => path);
  const sizeOf = (paths) => paths.reduce((sum, path) => sum + gzip(readFileSync(join(owners, path))), 0);
  row("console first load", 100, alike(gzip(html) + sizeOf(named)));
  const imports = (path) => {
    const found = [...readFileSync(join(owners, path), "utf8").matchAll(/from ?[`"]\.\/([\w.-]+\.js)[`"]/g)];
    return found.map(([, file]) => `assets/${file}`);
  };
  for (const file of readdirSync(join(owners, "assets")).filter((name) => /Screen-[\w-]+\.js$/.test(name))) {
    const all = new Set([`assets/${file}`]);
    for (const path of all) for (const next of imports(path)) if (!named.includes(next)) all.add(next);
    row(`console screen ${file.split("Screen-")[0]}`, 25, alike(sizeOf([...all])));
  }
}

const kB = (bytes) => bytes / 1000;
const isOver = ({ limit, sizes }) => kB(Math.max(sizes.esbuild, sizes.vite)) > limit;
const figure = (bytes) => kB(bytes).toFixed(2).padStart(6);
console.log("     esbuild   Vite of limit, kB gzip -9, measured on the packed files");
for (const entry of rows) {
  const { what, limit, sizes } = entry;
  const mark = isOver(entry) ? "OVER" : "  ok";
  console.log(`${mark} ${figure(sizes.esbuild)} ${figure(sizes.vite)} of ${limit.toFixed(1).padStart(4)}  ${what}`);
}
const over = rows.filter(isOver);
if (over.length > 0) {
  console.error(`Over budget: ${over.map(({ what }) => what).join(", ")}.`);
  process.exit(1);
}
