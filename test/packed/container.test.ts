import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../free-port.ts";
import { root } from "../package/built.ts";

const run = promisify(execFile);

/** A stage of the Containerfile: its name and its instructions, long lines joined. */
interface Stage {
  from: string;
  name: string | undefined;
  steps: [instruction: string, words: string][];
}

const stages: Stage[] = [];
for (const line of readFileSync(join(root, "service/deploy/Containerfile"), "utf8").replace(/\\\n/g, " ").split("\n")) {
  const [, instruction = "", words = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
  if (instruction === "FROM") stages.push({ from: words.split(" ")[0]!, name: words.split(" AS ")[1], steps: [] });
  else if (instruction !== "") stages.at(-1)?.steps.push([instruction, words]);
}
const stage = (name: string | undefined): Stage => stages.find((one) => one.name === name)!;
const image = stage(undefined);
const last = (instruction: string): string => image.steps.findLast(([name]) => name === instruction)?.[1] ?? "";

/** Whether this machine lets the test put together a root of its own: the programs of Debian, and the right to mount. */
const canMount =
  process.getuid?.() === 0 && process.execPath.startsWith("/usr/") && existsSync("/etc/debian_version") && tries();
function tries(): boolean {
  try {
    execFileSync("unshare", ["--mount", "mount", "--bind", "/usr", "/usr"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** The user of the base image. */
const NODE_USER = 1000;

describe.skipIf(!canMount)("the image, by its own steps in a root of its own, without a container engine", () => {
  let folder: string;
  let registry: { npm_config_registry: string; npm_config_cache: string };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "image-"));
    chmodSync(folder, 0o755);
    const config = async (name: string): Promise<string> =>
      (await run("npm", ["config", "get", name], { cwd: tmpdir() })).stdout.trim();
    registry = { npm_config_registry: await config("registry"), npm_config_cache: await config("cache") };
    mkdirSync(registry.npm_config_cache, { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A root with the base image's parts of this machine, and nothing of its other files. */
  function newRoot(name: string): string {
    const path = join(folder, name);
    for (const part of ["usr", "etc", "proc", "dev", "tmp", "npm-cache"])
      mkdirSync(join(path, part), { recursive: true });
    for (const part of ["bin", "sbin", "lib", "lib64"])
      if (existsSync(`/usr/${part}`)) symlinkSync(`usr/${part}`, join(path, part));
    writeFileSync(
      `${path}.passwd`,
      `root:x:0:0::/root:/bin/sh\nnode:x:${NODE_USER}:${NODE_USER}::/home/node:/bin/sh\n`,
    );
    writeFileSync(`${path}.group`, `root:x:0:\nnode:x:${NODE_USER}:\n`);
    return path;
  }

  /** Words that run a command inside of a root: `mounts` come after those of the base image. */
  const inside = (path: string, mounts: string[], command: string[]): string[] => {
    const all = [
      `mount --bind /usr ${path}/usr`,
      `mount -o remount,ro,bind ${path}/usr`,
      `mount --bind /etc ${path}/etc`,
      `mount -o remount,ro,bind ${path}/etc`,
      `mount --bind ${path}.passwd ${path}/etc/passwd`,
      `mount --bind ${path}.group ${path}/etc/group`,
      `mount --rbind /dev ${path}/dev`,
      `mount -t proc proc ${path}/proc`,
      ...mounts,
    ];
    return [
      "--mount",
      "--propagation",
      "private",
      "sh",
      "-ec",
      `${all.join("\n")}\nexec chroot ${path} "$@"`,
      "-",
      ...command,
    ];
  };

  /** A `RUN` of a stage, in the directory that its `WORKDIR` names. */
  async function runStep(path: string, workdir: string, words: string): Promise<void> {
    const env = { ...process.env, ...registry, npm_config_cache: "/npm-cache", HOME: "/tmp" };
    const mounts = [`mount --bind ${registry.npm_config_cache} ${path}/npm-cache`];
    const command = ["sh", "-ec", `cd ${workdir}\n${words}`];
    await run("unshare", inside(path, mounts, command), { env, maxBuffer: 64e6, timeout: 240_000 });
  }

  /** The files that `COPY . .` takes of a checkout: what git has, but for what the engine is told to leave out. */
  function copyCheckout(to: string): void {
    const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" })
      .split("\0")
      .filter(Boolean);
    const ignored = readFileSync(join(root, ".dockerignore"), "utf8").trim().split("\n");
    expect(ignored).toEqual(expect.arrayContaining([".git", "**/node_modules", "**/dist", ".data"]));
    const own = ignored.filter((pattern) => !pattern.includes("*"));
    expect(tracked.filter((file) => own.some((name) => file === name || file.startsWith(`${name}/`)))).toEqual([]);
    for (const file of tracked) cpSync(join(root, file), join(to, file));
  }

  let tarballs: string;
  it("packs this checkout in a stage of its own, where the image is not asked to be of the registry", async () => {
    expect(readFileSync(join(root, "service/deploy/Containerfile"), "utf8")).toMatch(/^ARG SOURCE=checkout$/m);
    expect([image.from, stage("packed").from]).toEqual([stage("checkout").from, "${SOURCE}"]);
    const path = newRoot("checkout");
    let [workdir, isBuilt] = ["/", false];
    for (const [instruction, words] of stage("checkout").steps) {
      if (instruction === "WORKDIR") mkdirSync(join(path, (workdir = words)), { recursive: true });
      else if (instruction === "COPY") copyCheckout(join(path, workdir));
      else if (words.startsWith("npm ci")) {
        // What this makes is here already: the same two commands came before the tests. Without it this would take minutes.
        expect(words).toMatch(/^npm ci .*--ignore-scripts && npm run build$/);
        for (const built of ["dist", "service/dist"])
          cpSync(join(root, built), join(path, workdir, built), { recursive: true });
        isBuilt = true;
      } else await runStep(path, workdir, words);
    }
    expect(isBuilt).toBe(true);
    tarballs = join(path, "packed");
    const { version } = JSON.parse(readFileSync(join(root, "service/package.json"), "utf8"));
    expect(readdirSync(tarballs)).toEqual([`referrals-service-${version}.tgz`]);
  });

  let built: string;
  it("installs what was packed, and leaves nothing else", async () => {
    built = newRoot("image");
    let workdir = "/";
    for (const [instruction, words] of image.steps) {
      if (instruction === "WORKDIR") mkdirSync(join(built, (workdir = words)), { recursive: true });
      if (instruction === "COPY") {
        expect(words).toBe("--from=packed /packed /packed");
        cpSync(tarballs, join(built, "packed"), { recursive: true });
      }
      if (instruction === "RUN") await runStep(built, workdir, words);
    }
    expect(existsSync(join(built, "packed"))).toBe(false);
    expect(readdirSync(join(built, "app/node_modules/referrals-service")).sort()).toEqual(
      expect.arrayContaining(["README.md", "deploy", "dist", "package.json"]),
    );
    const { uid, gid } = statSync(join(built, "data"));
    expect([uid, gid]).toEqual([NODE_USER, NODE_USER]);
  });

  it("starts as its user on a root that is read-only, is healthy, takes an operator's command, and ends when told", async () => {
    expect(last("USER")).toBe("node");
    const volume = join(folder, "volume");
    mkdirSync(volume);
    // An engine gives a new volume the owner of the folder in the image.
    execFileSync("chown", [`${NODE_USER}:${NODE_USER}`, volume]);
    const mounts = [
      `mount --bind ${built} ${built}`,
      `mount --bind ${volume} ${built}${last("VOLUME")}`,
      `mount -t tmpfs tmpfs ${built}/tmp`,
    ];
    // The root itself last: the mounts below it stay as they are.
    const sealed = (command: string[]): string[] => {
      const user = ["setpriv", `--reuid=${NODE_USER}`, `--regid=${NODE_USER}`, "--clear-groups", "--no-new-privs"];
      const words = inside(built, mounts.slice(1), [...user, "--inh-caps=-all", "--bounding-set=-all", ...command]);
      const script = words.indexOf("-ec") + 1;
      words[script] =
        `${mounts[0]}\n${words[script]!.replace("exec chroot", `mount -o remount,ro,bind ${built}\nexec chroot`)}`;
      return words;
    };
    const port = String(await freePort());
    const set = Object.fromEntries(
      last("ENV")
        .split(" ")
        .map((pair) => pair.split("=") as [string, string]),
    );
    expect(set).toMatchObject({ HOST: "0.0.0.0", DATA_DIR: last("VOLUME"), PATH: "/app/node_modules/.bin:$PATH" });
    const env = {
      ...set,
      PATH: set["PATH"]!.replace("$PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"),
      PORT: port,
      APP_URL: `http://127.0.0.1:${port}`,
      API_KEY: `ref_${"k".repeat(40)}`,
      LOG_LEVEL: "error",
    };
    const inDirectory = (command: string[]): string[] => [
      "sh",
      "-c",
      `cd ${last("WORKDIR")} && exec "$@"`,
      "-",
      ...command,
    ];
    const enter = (...command: string[]) => run("unshare", sealed(inDirectory(command)), { env });

    const program = JSON.parse(last("CMD")) as string[];
    const child = spawn("unshare", sealed(inDirectory(program)), { env, stdio: "inherit" });
    const ended = once(child, "exit");
    try {
      const isReady = () =>
        fetch(`http://127.0.0.1:${port}/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
      await expect.poll(isReady).toBe(true);
      expect(readFileSync(`/proc/${child.pid}/status`, "utf8")).toMatch(
        new RegExp(`^Uid:\\t${NODE_USER}\\t${NODE_USER}\\t[^]*^CapEff:\\t0+$`, "m"),
      );
      const check = JSON.parse(last("HEALTHCHECK").split("CMD ")[1]!) as string[];
      await expect(enter(...check)).resolves.toBeDefined();
      expect((await enter("grep", " / ", "/proc/mounts")).stdout).toMatch(/ \/ \w+ ro,/);
      for (const place of ["/app/x", "/x", "/usr/x"]) await expect(enter("touch", place)).rejects.toThrow("touch");
      // As the samples say it: by its name, in the directory that may be written.
      const asked = await enter("referrals-service", "init", "--name", "Acme", "--url", "https://acme.example");
      expect(asked.stdout).toContain("program.jsonc is written and applied.");
      expect(statSync(join(volume, "program.jsonc")).uid).toBe(NODE_USER);
      expect((await enter("referrals-service", "keys", "list")).stdout).toContain("Made by init");
      child.kill("SIGTERM");
      expect(await ended).toEqual([0, null]);
      await expect(enter(...check)).rejects.toMatchObject({ code: 1 });
    } finally {
      child.kill("SIGKILL");
      await ended;
    }
  });
});
