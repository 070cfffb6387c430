import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Gives both packages a version, and follows it wherever it is named: locks, examples, the projects of the tests, the changelog.
 *
 *   node scripts/set-version.mjs 1.0.0
 *
 * @param files of the repository at `root`, by their paths in it
 */
export function setVersion(root, version, { files, today }) {
  const change = (file, edit) => writeFileSync(join(root, file), edit(readFileSync(join(root, file), "utf8")));
  const old = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
  // As text: a file that is parsed and written again would change in every line.
  const places = [
    /("name": "referrals-(?:embed|service)",\s+"version": ")OLD"/g,
    /("node_modules\/referrals-(?:embed|service)": \{\s+"version": ")OLD"/g,
    /("referrals-(?:embed|service)": "\^)OLD"/g,
  ].map((place) => new RegExp(place.source.replace("OLD", old.replaceAll(".", "\\.")), "g"));
  for (const file of files.filter((name) => /(^|\/)package(-lock)?\.json$/.test(name)))
    change(file, (text) => places.reduce((done, place) => done.replace(place, `$1${version}"`), text));
  change("examples/README.md", (text) => text.replaceAll(`embed-${old}.tgz`, `embed-${version}.tgz`));
  change("CHANGELOG.md", (text) => text.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} - ${today}`));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const [version = ""] = process.argv.slice(2);
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) throw new Error("Which version? node scripts/set-version.mjs 1.0.0");
  const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
  setVersion(root, version, { files, today: new Date().toISOString().slice(0, 10) });
}
