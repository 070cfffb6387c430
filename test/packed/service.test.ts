import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../package/built.ts";
import { npm } from "./npm.ts";

const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "referrals-service-"));
  const packed = await npm(join(root, "service"), "pack", "--json", "--pack-destination", folder);
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  const tarball = join(folder, filename);
  await writeFile(join(folder, "package.json"), '{ "private": true }');
  await npm(folder, "install", "--prefer-offline", tarball);
  await npm(folder, "install", "--prefer-offline", "--global", "--prefix", join(folder, "global"), tarball);
});
afterAll(() => rm(folder, { recursive: true }));

describe("the packed service", () => {
  const ways: [string, () => [string, string[]]][] = [
    ["node_modules/.bin", () => [join(folder, "node_modules/.bin/referrals-service"), []]],
    ["npx", () => ["npx", ["--no-install", "referrals-service"]]],
    ["a global install", () => [join(folder, "global/bin/referrals-service"), []]],
  ];
  it.each(ways)("lists its commands, and refuses an unknown one, through %s", async (_, way) => {
    const [program, words] = way();
    const { stdout } = await run(program, [...words, "--help"], { cwd: folder });
    expect(stdout).toContain("referrals-service <command>");
    expect(stdout).toContain("  serve ");
    const unknown = run(program, [...words, "sreve"], { cwd: folder });
    await expect(unknown).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("There is no command sreve."),
    });
  });

  it("brings its README, its licence and the guides it serves", () => {
    const shipped = join(folder, "node_modules/referrals-service");
    expect(["README.md", "LICENSE", "dist/guides.json"].filter((file) => !existsSync(join(shipped, file)))).toEqual([]);
  });
});
