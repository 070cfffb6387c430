import { copyFile, cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { inject } from "vitest";
import { npm } from "./npm.ts";

const tarball = "file:referrals-embed.tgz";
/** Made by tools inside a project, never part of it. */
const made = /^(node_modules|dist|\.next|next-env\.d\.ts|.*\.tsbuildinfo)$/;

/**
 * Copies a project with its lock to a folder of its own and installs it there, with the packed package where it asks for
 * `referrals-embed`. `RENEW_LOCKS=1` makes the lock anew instead and puts it back beside the project.
 */
export async function copyProject(source: string): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), `referrals-${basename(source)}-`));
  await cp(source, folder, { recursive: true, filter: (path) => path === source || !made.test(basename(path)) });
  await copyFile(inject("tarball"), join(folder, "referrals-embed.tgz"));
  const wanted = await usePacked(join(folder, "package.json"));
  if (process.env.RENEW_LOCKS) await renewLock(source, folder, wanted);
  await usePacked(join(folder, "package-lock.json"));
  await npm(folder, "ci", "--prefer-offline");
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Points a package.json or a lock at the packed package; answers the range it asked for. */
async function usePacked(file: string): Promise<string> {
  const json = JSON.parse(await readFile(file, "utf8")) as Manifest;
  const manifest = json.packages?.[""] ?? json;
  const wanted = manifest.dependencies?.["referrals-embed"] ?? "";
  if (wanted) manifest.dependencies!["referrals-embed"] = tarball;
  const locked = json.packages?.["node_modules/referrals-embed"];
  if (locked) locked.resolved = tarball;
  await writeFile(file, JSON.stringify(json, null, 2));
  return wanted;
}

async function renewLock(source: string, folder: string, wanted: string): Promise<void> {
  const file = join(folder, "package-lock.json");
  await rm(file, { force: true });
  await npm(folder, "install", "--package-lock-only", "--omit-lockfile-registry-resolved");
  const { packages = {}, ...lock } = JSON.parse(await readFile(file, "utf8")) as Manifest;
  const packed = packages["node_modules/referrals-embed"];
  if (packed) {
    packages[""]!.dependencies!["referrals-embed"] = wanted;
    delete packed.resolved;
    delete packed.integrity;
  }
  addOtherPlatforms(packages);
  await writeFile(file, `${JSON.stringify({ ...lock, name: packages[""]?.name, packages }, null, 2)}\n`);
  await copyFile(file, join(source, "package-lock.json"));
}

/** A registry may lack binaries of other platforms, but a lock must name every optional package. */
function addOtherPlatforms(packages: Record<string, Manifest>): void {
  for (const { optionalDependencies = {} } of Object.values(packages))
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const [, os, cpu] = /-(?:(\w+)-)?(arm64|arm|x64|ia32|wasm32|ppc64|riscv64|s390x|loong64)\b/.exec(name) ?? [];
      if (!cpu) continue;
      packages[`node_modules/${name}`] ??= { version, cpu: [cpu], optional: true, ...(os && { os: [os] }) };
    }
}

interface Manifest {
  name?: string;
  version?: string;
  cpu?: string[];
  os?: string[];
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
  resolved?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  packages?: Record<string, Manifest>;
}
