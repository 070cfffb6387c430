import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Packs the package as npm would and unpacks it where a host has it: in `node_modules` of a folder. The folder lies within
 * the repository's `node_modules`, so that the package's dependencies are found and none has to be fetched.
 * @returns the host's folder, the package's folder, and its undo
 */
export function unpackPackage(root) {
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const host = mkdtempSync(join(cache, "referrals-packed-"));
  const folder = join(host, "node_modules/referrals-embed");
  mkdirSync(folder, { recursive: true });
  // Without one of its own the host would be a folder of this very package, which may import itself by name.
  writeFileSync(join(host, "package.json"), '{ "type": "module" }');
  const packed = execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", host], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ filename }] = JSON.parse(packed);
  execFileSync("tar", ["-xzf", join(host, filename), "--strip-components=1", "-C", folder]);
  return { host, folder, remove: () => rmSync(host, { recursive: true, force: true }) };
}
