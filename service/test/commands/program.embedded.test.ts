import { execFile, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commands } from "../../src/cli.ts";
import { testSnapshot } from "../open-test-store.ts";
import { bundleProgram } from "../faults/bundle-program.ts";

let program: Awaited<ReturnType<typeof bundleProgram>>;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "program-"));
  program = await bundleProgram(new URL("../../src/cli.ts", import.meta.url));
  // As the build ships it: a first start takes no seconds.
  copyFileSync(await testSnapshot(), join(dirname(program.path), "store-snapshot.tar"));
});
afterAll(() => {
  program.remove();
  rmSync(folder, { recursive: true });
});

interface Ended {
  code: number;
  out: string;
  error: string;
}

/** Runs the program as a person does. */
const type = (...words: string[]): Promise<Ended> =>
  new Promise((done) => {
    const env = { PATH: process.env["PATH"], DATA_DIR: join(folder, "data"), NODE_NO_WARNINGS: "1" };
    execFile(process.execPath, [program.path, ...words], { env }, (error, out, text) => {
      done({ code: error ? Number(error.code) : 0, out, error: text });
    });
  });

/** Each call is a process that opens a database; on a busy machine that takes its time. */
const patience = { timeout: 240_000 };

describe("referrals-service", patience, () => {
  it("lists every command of the documents, and each tells more of itself", async () => {
    const { out, code } = await type("--help");
    expect(code).toBe(0);
    for (const [name, { does }] of Object.entries(commands))
      expect(out).toMatch(new RegExp(`^  ${name} +${does}$`, "m"));
    const named = ["serve", "demo", "migrate", "apply", "keys", "verify", "export", "import", "backup", "erase"];
    expect(Object.keys(commands)).toEqual(expect.arrayContaining(named));
    const help = await type("erase", "--help");
    expect(help.out).toContain("referrals-service erase <partnerId> [options]");
    expect(help.out).toContain("--forfeit");
    expect(existsSync(join(folder, "data"))).toBe(false);
  });

  it("ends with one readable line and code 2 for a call it does not understand", async () => {
    const cases: [string[], string][] = [
      [["frobnicate"], "There is no command frobnicate. See: referrals-service --help\n"],
      [["erase"], "It takes <partnerId>. See: referrals-service erase --help\n"],
      [["migrate", "now"], "It takes no arguments. See: referrals-service migrate --help\n"],
    ];
    for (const [words, error] of cases) expect(await type(...words)).toEqual({ code: 2, out: "", error });
  });

  it("ends with one readable line and code 1 for what cannot be done", async () => {
    const none = await type("erase", "pn_none");
    expect(none).toEqual({ code: 2, out: "", error: expect.stringMatching(/^There is no workspace yet\. .*\n$/) });
    const file = join(folder, "program.json");
    writeFileSync(file, JSON.stringify({ workspace: { slug: "a" }, program: { name: "A", url: "https://a.test" } }));
    expect((await type("apply", file)).out).toContain("Secret key");
    const unknown = await type("erase", "pn_none");
    expect(unknown).toEqual({ code: 1, out: "", error: "No partner pn_none is enrolled in this program.\n" });
  });

  it("lets the running service do what only it can: the embedded store is its own", async () => {
    const env = { PATH: process.env["PATH"], DATA_DIR: join(folder, "data"), PORT: "0", LOG_LEVEL: "info" };
    const service = spawn(process.execPath, [program.path, "serve"], { env, stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    await new Promise<void>((done) => {
      service.stdout.on("data", (text: Buffer) => {
        said += text.toString();
        if (said.includes("The service is ready.")) done();
      });
    });
    try {
      expect(statSync(join(folder, "data", "operator.sock")).mode & 0o077).toBe(0);
      const made = await type("keys", "create", "--name", "While it runs");
      expect(made.code).toBe(0);
      expect((await type("keys", "list")).out).toContain("While it runs");
      expect(await type("erase", "pn_none")).toEqual({
        code: 1,
        out: "",
        error: "No partner pn_none is enrolled in this program.\n",
      });
      expect(await type("keys", "make")).toMatchObject({ code: 2, error: expect.stringContaining("not make") });
      expect((await type("partners", "archive", "pn_none")).code).toBe(1);
      expect(await type("backup", join(folder, "early"))).toMatchObject({
        code: 1,
        error: expect.stringMatching("in use"),
      });
    } finally {
      service.kill("SIGTERM");
      await new Promise((done) => service.once("exit", done));
    }
    expect(existsSync(join(folder, "data", "operator.sock"))).toBe(false);
    expect((await type("keys", "list")).out).toContain("While it runs");
  });

  it("backs a stopped store up, and starts from the copy", async () => {
    const copy = join(folder, "copy");
    expect(await type("backup", copy)).toMatchObject({ code: 0, out: expect.stringContaining(copy) });
    expect(readdirSync(copy)).not.toContain("lock");
    expect(await type("backup", copy)).toMatchObject({ code: 2, error: expect.stringContaining("is not empty") });
    const keys = await new Promise<string>((done) => {
      const env = { PATH: process.env["PATH"], DATA_DIR: copy, NODE_NO_WARNINGS: "1" };
      execFile(process.execPath, [program.path, "keys", "list"], { env }, (_, out) => done(out));
    });
    expect(keys).toContain("Default key");
  });
});
