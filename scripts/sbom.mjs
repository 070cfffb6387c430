import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Writes a list of what each package brings (CycloneDX), as `<name>.cdx.json`: the packages an install fetches, and those that the
 * build has put into the page. It is made of the package alone: in the repository npm leaves out what the tests need too.
 *
 *   node scripts/sbom.mjs <folder>
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const [target = "."] = process.argv.slice(2);
mkdirSync(target, { recursive: true });

for (const folder of [root, join(root, "service")]) {
  const manifest = read(join(folder, "package.json"));
  for (const field of ["devDependencies", "workspaces", "scripts"]) delete manifest[field];
  const own = mkdtempSync(join(tmpdir(), "sbom-"));
  // npm names the list after the folder.
  const cwd = join(own, manifest.name);
  mkdirSync(cwd);
  const npm = (...words) =>
    execFileSync("npm", [...words, "--package-lock-only", "--ignore-scripts"], { cwd, encoding: "utf8" });
  writeFileSync(join(cwd, "package.json"), JSON.stringify(manifest));
  npm("install", "--no-audit", "--no-fund", "--silent");
  const list = JSON.parse(npm("sbom", "--sbom-format=cyclonedx", "--sbom-type=library"));
  rmSync(own, { recursive: true });
  if (folder !== root) list.components.push(...bundled(join(root, "dist/page/licences.md"), list.components));
  writeFileSync(join(target, `${manifest.name}.cdx.json`), `${JSON.stringify(list, null, 2)}\n`);
}

/** The packages in a bundle, by the list of licences that the build wrote, without those that are there already. */
function bundled(file, known) {
  return [...readFileSync(file, "utf8").matchAll(/^## (\S+) - (\S+) \((\S+)\)$/gm)]
    .map(([, name, version, id]) => ({ name, version, id, purl: `pkg:npm/${name.replace("@", "%40")}@${version}` }))
    .filter(({ purl }) => known.every((component) => component.purl !== purl))
    .map(({ name, version, id, purl }) => ({
      "bom-ref": `${name}@${version}`,
      type: "library",
      name,
      version,
      scope: "required",
      purl,
      licenses: [{ license: { id } }],
    }));
}

function read(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
