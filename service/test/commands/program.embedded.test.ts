import { execFile, spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { commands } from "../../src/program.ts";
import { helpOf } from "../../src/commands/command.ts";
import { lockDirectory } from "../../src/store/directory-lock.ts";
import { testSnapshot } from "../open-test-store.ts";
import { bundleProgram, runProgram } from "../faults/bundle-program.ts";

let program: Awaited<ReturnType<typeof bundleProgram>>;
let folder: string;
const bin = readFileSync(new URL("../../src/cli.js", import.meta.url), "utf8");
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "program-"));
  const bundled = await bundleProgram(new URL("../../src/program.ts", import.meta.url));
  // Started as the build ships it, by the file that looks at the version of Node first.
  program = { ...bundled, path: join(dirname(bundled.path), "cli.mjs") };
  writeFileSync(program.path, bin.replace("./program.js", "./program.mjs"));
  // As the build ships it: a first start takes no seconds.
  mkdirSync(join(dirname(program.path), "demo-host"), { recursive: true });
  writeFileSync(join(dirname(program.path), "store-snapshot.tar.gz"), gzipSync(readFileSync(await testSnapshot())));
  writeFileSync(join(dirname(program.path), "guides.json"), "[]");
  writeFileSync(join(dirname(program.path), "openapi.json"), "{}");
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

/** Runs the program on a data directory as a person does. */
const typeOn = (dataDir: string, ...words: string[]): Promise<Ended> =>
  new Promise((done) => {
    const env = { PATH: process.env["PATH"], DATA_DIR: dataDir, PORT: "0", NODE_NO_WARNINGS: "1" };
    execFile(process.execPath, runProgram(program.path, ...words), { env }, (error, out, text) => {
      done({ code: error ? Number(error.code) : 0, out, error: text });
    });
  });
const type = (...words: string[]): Promise<Ended> => typeOn(join(folder, "data"), ...words);

/** Each call is a process that opens a database; on a busy machine that takes its time. */
const patience = { timeout: 240_000 };

describe("referrals-service", patience, () => {
  it("lists every documented command, and each prints its own help", async () => {
    const { out, code } = await type("--help");
    expect(code).toBe(0);
    // A command beside another one is named in the line of that one.
    for (const [name, { does, isBeside }] of Object.entries(commands))
      expect(out).toMatch(isBeside ? new RegExp(`; ${name} `) : new RegExp(`^  ${name} +${does}$`, "m"));
    const named = [
      "init",
      "serve",
      "demo",
      "migrate",
      "apply",
      "keys",
      "verify",
      "export",
      "import",
      "backup",
      "erase",
    ];
    expect(Object.keys(commands)).toEqual(expect.arrayContaining(named));
    const help = await type("erase", "--help");
    expect(help.out).toContain("referrals-service erase <partnerId> [options]");
    expect(help.out).toContain("--forfeit");
    expect(existsSync(join(folder, "data"))).toBe(false);
  });

  it("has a help that fits a terminal of 80 columns, the list 24 lines and each command's 40 (N1)", async () => {
    const { out: list } = await type("--help");
    expect(list.trimEnd().split("\n").length).toBeLessThanOrEqual(24);
    const helps = Object.entries(commands).map(([name, command]) => helpOf(name, command));
    for (const help of helps) expect(help.split("\n").length, help).toBeLessThanOrEqual(40);
    const long = [list, ...helps].flatMap((help) => help.split("\n")).filter((line) => line.length > 80);
    expect(long).toEqual([]);
  });

  it("ends with one readable line and code 2 for a call it does not understand", async () => {
    const cases: [string[], string][] = [
      [["frobnicate"], "There is no command frobnicate. See: referrals-service --help\n"],
      [["erase"], "It takes <partnerId>. See: referrals-service erase --help\n"],
      [["migrate", "now"], "It takes no arguments. See: referrals-service migrate --help\n"],
      [["keys", "--shiny"], "There is no option --shiny. See: referrals-service keys --help\n"],
      [
        ["serve", "--port", "1"],
        "There is no option --port. It is a setting, an environment variable: PORT=… See: referrals-service serve --help\n",
      ],
    ];
    for (const [words, error] of cases) expect(await type(...words)).toEqual({ code: 2, out: "", error });
  });

  it("prints its version", async () => {
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    for (const word of ["--version", "-v"])
      expect(await type(word)).toEqual({ code: 0, out: `${version}\n`, error: "" });
  });

  it("says in one line that Node is too old, before that Node reads anything of the program", async () => {
    const older = 'Object.defineProperty(process.versions, "node", { value: "18.20.8" })';
    const started = execFile(process.execPath, ["--import", `data:text/javascript,${older}`, program.path, "serve"]);
    let said = "";
    started.stderr?.on("data", (text: string) => (said += text));
    expect(await once(started, "close")).toEqual([1, null]);
    expect(said).toBe(
      "Node 18.20.8 is too old: referrals-service needs Node 20.19 or newer. Install it, then try again.\n",
    );
    // The first Node with modules has to read it: nothing of it needs to be rewritten for that one.
    expect(bin).not.toMatch(/^import |\bawait\b/m);
    const forThe = async (target: string) => (await transform(bin, { target, format: "esm" })).code;
    expect(await forThe("node13.2")).toBe(await forThe("esnext"));
  });

  describe("says in one sentence why it cannot listen", () => {
    /** What `serve` says on an address it cannot have, and how it ends; `before` are words in front of it. */
    async function refused(settings: Record<string, string>, before: string[] = []): Promise<[string, number]> {
      const env = { PATH: process.env["PATH"], DATA_DIR: join(folder, "unheard"), PORT: "0", ...settings };
      const [first = "", ...words] = [...before, process.execPath, ...runProgram(program.path, "serve")];
      const started = execFile(first, words, { env });
      let said = "";
      started.stderr?.on("data", (text: string) => (said += text));
      const [code] = await once(started, "close");
      return [said, code];
    }

    const lowest = "/proc/sys/net/ipv4/ip_unprivileged_port_start";
    it.skipIf(!existsSync(lowest) || Number(readFileSync(lowest, "utf8")) < 2)("a port below 1024", async () => {
      // Root may use every port: it gives that right away.
      const before = process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-net_bind_service"] : [];
      const said = "Port 1 may not be used. Set PORT to one above 1023.\n";
      expect(await refused({ PORT: "1" }, before)).toEqual([said, 1]);
    });

    it("a port that is taken", async () => {
      const taken = createServer().listen(0, "127.0.0.1");
      await once(taken, "listening");
      const { port } = taken.address() as AddressInfo;
      const said = `Port ${port} on 127.0.0.1 is in use. Stop what uses it, or set PORT to a free one.\n`;
      expect(await refused({ PORT: String(port) })).toEqual([said, 1]);
      taken.close();
    });

    it.each(["203.0.113.7", "no-such-host.invalid"])("the host %s, which is not this machine", async (HOST) => {
      const sentence =
        /^(\S+) is no address of this machine \([A-Z_]+\)\. Set HOST to one, such as 127.0.0.1, or .*\n$/;
      const [said, code] = await refused({ HOST });
      expect([said.match(sentence)?.[1], code]).toEqual([HOST, 1]);
    });
  });

  it("asks at a terminal, a wrong answer again, and sets up what was answered", async () => {
    const home = join(folder, "asked");
    mkdirSync(home);
    const words = [process.execPath, ...runProgram(program.path, "init")].map((word) => `'${word}'`).join(" ");
    const env = { PATH: process.env["PATH"], DATA_DIR: join(home, "data"), PORT: "0", NODE_NO_WARNINGS: "1" };
    const terminal = spawn("script", ["-qec", words, "/dev/null"], { cwd: home, env });
    const ended = once(terminal, "close");
    let shown = "";
    terminal.stdout.on("data", (text: Buffer) => (shown += text));
    const answer = async (question: string, typed: string): Promise<void> => {
      await expect.poll(() => shown, { timeout: 60_000 }).toContain(question);
      shown = shown.slice(shown.indexOf(question) + question.length);
      terminal.stdin.write(`${typed}\n`);
    };
    await answer("What is the program called?", "Acme");
    await answer("Where do partners send people", "acme.example");
    await answer("That is no address of a page.", "https://acme.example");
    await answer("Which currency", "");
    await answer("What does a sale earn", "25%");
    await answer("What does a partner's friend save", "");
    await answer("How many days", "0");
    expect(await ended).toEqual([0, null]);
    expect(shown).toContain(
      "referrals-service init --name Acme --url https://acme.example --currency usd --reward 25%",
    );
    expect(readFileSync(join(home, "program.jsonc"), "utf8")).toContain('"https://acme.example"');
  });

  it.each([
    ["verify"],
    ["export", "all.jsonl"],
    ["backup", "copy"],
    ["keys", "list"],
    ["payouts", "run"],
    ["erase", "pn_1"],
  ])("makes no store for %s, which would find nothing in it", async (...words) => {
    const data = join(folder, "elsewhere");
    const error = `There is no store in ${data}. Set DATA_DIR to the service's, or DATABASE_URL.\n`;
    expect(await typeOn(data, ...words)).toEqual({ code: 2, out: "", error });
    expect(existsSync(data)).toBe(false);
  });

  it("starts nothing on a journal it cannot write, and says where", async () => {
    const data = join(folder, "blocked");
    mkdirSync(data);
    writeFileSync(join(data, "journal"), "");
    const { code, error } = await typeOn(data, "serve");
    expect(code).toBe(1);
    expect(error).toMatch(
      /^the click journal in .*blocked cannot be written \(E\w+\): set DATA_DIR to a writable directory\n$/,
    );
  });

  it("waits for a command that works on the store, and starts once it has ended", async () => {
    const data = join(folder, "held");
    expect(await typeOn(data, "migrate")).toMatchObject({ code: 0 });
    const unlock = lockDirectory(data);
    const env = { PATH: process.env["PATH"], DATA_DIR: data, PORT: "0", LOG_LEVEL: "info" };
    const service = spawn(process.execPath, runProgram(program.path, "serve"), {
      env: { ...env, API_KEY: `ref_${"a".repeat(40)}` },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    service.stdout.on("data", (text: Buffer) => (said += text.toString()));
    try {
      await setTimeout(1_500);
      expect([service.exitCode, said.includes("The service is ready.")]).toEqual([null, false]);
      unlock();
      await vi.waitUntil(() => said.includes("The service is ready."), patience);
    } finally {
      service.kill("SIGTERM");
      await new Promise((done) => service.once("exit", done));
    }
  });

  it("a demo that was killed while it was seeded is whole after its next start", async () => {
    const data = join(folder, "demo");
    const env = { PATH: process.env["PATH"], DATA_DIR: data, PORT: "0" };
    const start = (): ChildProcessByStdio<null, Readable, null> =>
      spawn(process.execPath, runProgram(program.path, "demo"), { env, stdio: ["ignore", "pipe", "inherit"] });
    const cut = start();
    await once(cut.stdout, "data");
    cut.kill("SIGKILL");
    await once(cut, "exit");
    const whole = start();
    let said = "";
    whole.stdout.on("data", (text: Buffer) => (said += text.toString()));
    await vi.waitUntil(() => said.includes("Demo API key"), patience);
    whole.kill("SIGTERM");
    await once(whole, "exit");
    expect(said).toContain("day 90 of 90");
    expect(await typeOn(data, "verify")).toMatchObject({ code: 0 });
    const again = start();
    said = "";
    again.stdout.on("data", (text: Buffer) => (said += text.toString()));
    await vi.waitUntil(() => said.includes("Demo API key"), patience);
    again.kill("SIGTERM");
    await once(again, "exit");
    expect(said).not.toContain("Seeding");
  });

  it("says at its start what the program still needs (G8)", async () => {
    const env = { PATH: process.env["PATH"], DATA_DIR: join(folder, "unfinished"), PORT: "0", LOG_LEVEL: "info" };
    const service = spawn(process.execPath, runProgram(program.path, "serve"), {
      env: { ...env, API_KEY: `ref_${"a".repeat(40)}` },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    service.stdout.on("data", (text: Buffer) => (said += text.toString()));
    try {
      await vi.waitUntil(() => said.includes("The service is ready."), patience);
      expect(said).toContain("No group of the program has a reward: nothing is earned. Run referrals-service init.");
    } finally {
      service.kill("SIGTERM");
      await new Promise((done) => service.once("exit", done));
    }
  });

  it("init makes a program from nothing, and what it prints opens the service", async () => {
    const data = join(folder, "fresh");
    const file = join(folder, "fresh.jsonc");
    const words = ["init", file, "--name", "Acme", "--url", "https://acme.test"];
    const { code, out } = await typeOn(data, ...words);
    expect({ code, said: /^Secret key +ref_\w{40}$/m.test(out) }).toEqual({ code: 0, said: true });
    expect((await typeOn(data, "apply", "--check", file)).out).toContain("is right");
    expect(await typeOn(data, ...words)).toMatchObject({ code: 2, error: expect.stringContaining("is there already") });
    expect((await typeOn(data, "apply", "--dump")).out).toContain('"slug": "acme"');
  });

  it("ends with one readable line and code 1 for what cannot be done", async () => {
    expect(await type("migrate")).toMatchObject({ code: 0 });
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
    const service = spawn(process.execPath, runProgram(program.path, "serve"), {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
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
      expect(await type("verify")).toMatchObject({ code: 0, out: expect.stringContaining("I25  ") });
      expect(await type("keys", "make")).toMatchObject({ code: 2, error: expect.stringContaining("not make") });
      expect((await type("partners", "archive", "pn_none")).code).toBe(1);
    } finally {
      service.kill("SIGTERM");
      await new Promise((done) => service.once("exit", done));
    }
    expect(existsSync(join(folder, "data", "operator.sock"))).toBe(false);
    expect((await type("keys", "list")).out).toContain("While it runs");
  });

  it("backs a store up while the service works on it: all that was answered before is in the copy, and it is sound", async () => {
    const env = { PATH: process.env["PATH"], DATA_DIR: join(folder, "data"), PORT: "0", LOG_LEVEL: "info" };
    const service = spawn(process.execPath, runProgram(program.path, "serve"), {
      env: { ...env, RATE_LIMITS: "off" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    service.stdout.on("data", (text: Buffer) => (said += text.toString()));
    await vi.waitUntil(() => said.includes("The service is ready."), patience);
    const key = /ref_\w{40}/.exec((await type("keys", "create", "--name", "Busy")).out)![0];
    const { port } = JSON.parse(said.split("\n").find((line) => line.includes("is ready"))!) as { port: number };
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    let answered = 0;
    const done = new AbortController();
    const work = async (): Promise<void> => {
      while (!done.signal.aborted) {
        const body = JSON.stringify({ url: "https://acme.test", externalId: `n${answered}` });
        const { ok } = await fetch(`http://127.0.0.1:${port}/api/links`, { method: "POST", headers, body });
        expect(ok).toBe(true);
        answered += 1;
      }
    };
    const worked = work();
    const live = join(folder, "live");
    try {
      await vi.waitUntil(() => answered >= 20, patience);
      const before = answered;
      expect(await type("backup", live)).toMatchObject({ code: 0, out: expect.stringContaining(live) });
      const after = answered;
      const whole = join(folder, "whole.jsonl");
      expect(await type("export", whole)).toMatchObject({ code: 0 });
      const exported = readFileSync(whole, "utf8").match(/"external_id": "n\d+"/g)!.length;
      expect(exported).toBeGreaterThanOrEqual(after);
      expect(exported).toBeLessThanOrEqual(answered);
      expect(readdirSync(join(folder, "data"))).not.toContain("export-copy");
      const inside = join(join(folder, "data"), "copy");
      expect(await type("backup", inside)).toMatchObject({
        code: 2,
        error: `${inside} is in the data directory. Name a place outside of it.\n`,
      });
      await vi.waitUntil(() => answered >= after + 20, patience);
      done.abort();
      await worked;
      // The service still runs: the copy is a store of its own.
      expect(await typeOn(live, "verify")).toMatchObject({ code: 0 });
      expect(await typeOn(live, "export", join(folder, "live.jsonl"))).toMatchObject({ code: 0 });
      const copied = readFileSync(join(folder, "live.jsonl"), "utf8").match(/"external_id": "n\d+"/g)!.length;
      expect(copied).toBeGreaterThanOrEqual(before);
      expect(copied).toBeLessThanOrEqual(after);
    } finally {
      done.abort();
      service.kill("SIGTERM");
      await new Promise((ended) => service.once("exit", ended));
    }
  });

  it("backs a stopped store up, and starts from the copy", async () => {
    const copy = join(folder, "copy");
    expect(await type("backup", copy)).toMatchObject({ code: 0, out: expect.stringContaining(copy) });
    expect(readdirSync(copy)).not.toContain("lock");
    expect(await type("backup", copy)).toMatchObject({ code: 2, error: expect.stringContaining("is not empty") });
    const nowhere = join(program.path, "copy");
    expect(await type("backup", nowhere)).toMatchObject({
      code: 2,
      error: `${nowhere} cannot be written by the service (ENOTDIR). Name a place that it may write to.\n`,
    });
    expect((await typeOn(copy, "keys", "list")).out).toContain("Default key");
  });
});
