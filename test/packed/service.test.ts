import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../free-port.ts";
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

describe("an operator with the packed service", () => {
  const running: ChildProcess[] = [];
  let port: number;
  beforeAll(async () => void (port = await freePort()));
  afterAll(() => Promise.all(running.map((child) => child.kill("SIGKILL") && once(child, "exit"))));

  /** What a command of the service prints. */
  const type = async (dataDir: string, ...words: string[]): Promise<string> => {
    const env = { ...process.env, DATA_DIR: dataDir };
    const { stdout } = await run("npx", ["--no-install", "referrals-service", ...words], { cwd: folder, env });
    return stdout;
  };

  /** Starts the service, where this machine can do that on a file system on which only its data and the backups can be written. */
  async function serve(dataDir: string): Promise<{ child: ChildProcess; base: string }> {
    const program = [process.execPath, join(folder, "node_modules/referrals-service/dist/cli.js"), "serve"];
    const bwrap = (process.env["PATH"] ?? "").split(delimiter).map((path) => join(path, "bwrap"));
    const sealed = bwrap.some(existsSync) && process.getuid?.() === 0;
    const writable = [dataDir, join(folder, "backups")].flatMap((path) => ["--bind", path, path]);
    const readOnly = ["bwrap", "--ro-bind", "/", "/", ...writable, "--die-with-parent"];
    const [first = "", ...words] = sealed ? [...readOnly, ...program] : program;
    const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "error" };
    const child = spawn(first, words, { cwd: folder, env, stdio: "inherit" });
    running.push(child);
    const base = `http://127.0.0.1:${port}`;
    const isReady = () =>
      fetch(`${base}/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isReady).toBe(true);
    return { child, base };
  }

  it("backs up a service that runs, loses its data directory, and starts from the copy with every partner and click", async () => {
    const [dataDir, copy] = [join(folder, "data"), join(folder, "backups/monday")];
    await mkdir(dataDir);
    await mkdir(join(folder, "backups"));
    const printed = await type(dataDir, "init", "--name", "Acme", "--url", "https://acme.example");
    const key = /REFERRALS_API_KEY=(\S+)/.exec(printed)?.[1] ?? "";
    const ask = async (base: string, path: string, body?: object): Promise<any> => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const init = body && { method: "POST", body: JSON.stringify(body) };
      return (await fetch(`${base}/api${path}`, { headers, ...init })).json();
    };

    const first = await serve(dataDir);
    const { links } = await ask(first.base, "/partners", { name: "Ada", email: "ada@okafor.example", tenantId: "ada" });
    for (const visitor of [1, 2, 3])
      await fetch(`${first.base}/${links[0].key}`, {
        redirect: "manual",
        headers: {
          "user-agent": `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/14${visitor}.0 Safari/537.36`,
        },
      });
    const figures = ({ id, email, totalClicks }: any) => ({ id, email, totalClicks });
    const before = (await ask(first.base, "/partners")).map(figures);
    expect(before).toEqual([{ id: expect.any(String), email: "ada@okafor.example", totalClicks: 3 }]);
    expect(await type(dataDir, "backup", copy)).toContain(copy);
    first.child.kill("SIGKILL");
    await once(first.child, "exit");
    await rm(dataDir, { recursive: true });

    const second = await serve(copy);
    expect((await ask(second.base, "/partners")).map(figures)).toEqual(before);
    expect(await type(copy, "verify")).not.toMatch(/violations|broken/);
  });
});
