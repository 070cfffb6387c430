import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../package/built.ts";

const run = promisify(execFile);
const json = async (file: string): Promise<any> => JSON.parse(await readFile(file, "utf8"));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "referrals-sbom-"));
  await run(process.execPath, ["scripts/sbom.mjs", folder], { cwd: root });
});
afterAll(() => rm(folder, { recursive: true }));

describe.each([
  ["referrals-embed", "package.json", []],
  ["referrals-service", "service/package.json", ["preact", "@tanstack/react-query", "@tanstack/query-core", "clsx"]],
])("the list of what %s brings", (name, manifest, bundled) => {
  it("is CycloneDX of this version, and names every dependency and what is bundled, each with its licence", async () => {
    const { bomFormat, metadata, components } = await json(join(folder, `${name}.cdx.json`));
    const { version, dependencies } = await json(join(root, manifest));
    expect(bomFormat).toBe("CycloneDX");
    expect(metadata.component).toMatchObject({ name, version });
    const named = components.map(({ group, name }: any) => (group ? `${group}/${name}` : name));
    expect(named).toEqual(expect.arrayContaining([...Object.keys(dependencies), ...bundled]));
    expect(components.filter(({ purl, licenses }: any) => !purl || !licenses?.length)).toEqual([]);
    const refs = components.map((component: any) => component["bom-ref"]);
    expect(new Set(refs).size).toBe(refs.length);
  });

  it("names nothing that only builds or tests use", async () => {
    const { components } = await json(join(folder, `${name}.cdx.json`));
    expect(components.filter(({ name }: any) => /^(vitest|vite|typescript|esbuild|playwright)/.test(name))).toEqual([]);
  });
});
