import { build } from "esbuild";
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Webhook } from "standardwebhooks";
import { freePort } from "../free-port.ts";
import { startRealService, type RealService } from "../browser/real-service.ts";
import { root } from "../package/built.ts";
import { copyProject } from "./copy-project.ts";
import { startTrouble } from "./runtimes/trouble.ts";

const project = await copyProject(join(root, "test/packed/runtimes"));
const { folder } = project;
const { sceneNames } = (await import(join(folder, "scenes.mjs"))) as { sceneNames: string[] };
const inside = (path: string): string => join(folder, "node_modules", path);

type Outcomes = Record<string, string>;
interface Runtime {
  name: string;
  program: string;
  args: string[];
  /** How it is asked, where it does not end by printing. */
  run?: (runtime: Runtime) => Promise<Outcomes>;
}

/** Ours, the lowest of the two lines that are promised, and a later one. */
const nodes: Runtime[] = [
  { name: `Node ${process.versions.node}`, program: process.execPath, args: ["print.mjs", "node"] },
  ...["20.19.0", "22.12.0", "24.21.0"].map((version) => {
    const line = `node-${version.slice(0, 2)}`;
    return { name: `Node ${version}`, program: inside(`${line}/bin/node`), args: ["print.mjs", line] };
  }),
];
const runtimes: Runtime[] = [
  ...nodes,
  {
    name: "Deno 2.9",
    program: inside("@deno/linux-x64-glibc/deno"),
    args: ["run", "--no-prompt", "--allow-net=127.0.0.1", "--node-modules-dir=manual", "print.mjs", "deno"],
  },
  { name: "Bun 1.4", program: inside("@oven/bun-linux-x64-baseline/bin/bun"), args: ["print.mjs", "bun"] },
  { name: "Vercel's edge runtime", program: process.execPath, args: ["edge.mjs"] },
  {
    name: "Cloudflare's workerd",
    program: inside("@cloudflare/workerd-linux-64/bin/workerd"),
    args: ["serve", "workerd.capnp"],
    run: askWorker,
  },
];
const present = runtimes.filter(({ program }) => existsSync(program));
for (const { name } of runtimes.filter((runtime) => !present.includes(runtime)))
  console.log(`NOT TESTED: the SDK on ${name}: this machine has no binary of it.`);

let service: RealService;
let trouble: Awaited<ReturnType<typeof startTrouble>>;

/** Signed when it is asked for: one of an earlier moment would be too old for the last runtime on a busy machine. */
function delivery(): object {
  const secret = `whsec_${btoa("a secret of thirty-two characters")}`;
  const payload = JSON.stringify({
    id: "evt_1",
    event: "sale.created",
    createdAt: "2026-11-01T00:00:00.000Z",
    data: {},
  });
  const sentAt = new Date();
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("msg_1", sentAt, payload),
  };
  return { payload, headers, secret };
}

beforeAll(async () => {
  [service, trouble] = await Promise.all([startRealService(), startTrouble(delivery)]);
  const input = {
    apiKey: service.apiKey,
    apiUrl: `${service.appUrl}/api`,
    troubleUrl: trouble.url,
    closedUrl: `http://127.0.0.1:${await freePort()}`,
  };
  await writeFile(join(folder, "input.mjs"), `export default ${JSON.stringify(input)};\n`);
  const bundle = {
    bundle: true,
    absWorkingDir: folder,
    platform: "browser",
    target: "es2022",
    logLevel: "error",
  } as const;
  await build({
    ...bundle,
    entryPoints: ["scenes.mjs"],
    outfile: "edge-bundle.js",
    format: "iife",
    globalName: "sdk",
    conditions: ["edge-light", "browser"],
  });
  // The conditions Cloudflare's own bundler uses.
  const conditions = ["workerd", "worker", "browser"];
  await build({ ...bundle, entryPoints: ["worker.mjs"], outfile: "worker-bundle.js", format: "esm", conditions });
});
afterAll(async () => {
  await Promise.all([service.close(), trouble.close()]);
  await project.remove();
});

describe.each(present)("the SDK on $name", (runtime) => {
  let outcomes: Outcomes;
  beforeAll(async () => {
    outcomes = await (runtime.run ?? printed)(runtime);
  });

  it.each(sceneNames)("%s", (name) => {
    expect(outcomes[name]).toBe("ok");
  });
});

describe.each(nodes.filter((node) => present.includes(node)))("$name (EMB-K7)", ({ name, program }) => {
  const entriesBy = async (how: string): Promise<Record<string, string[]>> =>
    JSON.parse((await promisify(execFile)(program, ["entries.cjs", how], { cwd: folder })).stdout);

  it("imports every entry, and requires each with the same exports", async () => {
    const { stdout } = await promisify(execFile)(program, ["--version"]);
    expect(`Node ${stdout.trim().slice(1)}`).toBe(name);
    const imported = await entriesBy("import");
    expect(Object.keys(imported)).toHaveLength(9);
    expect(imported["referrals-embed"]).toContain("ReferralsEmbed");
    expect(await entriesBy("require")).toEqual(imported);
  });
});

function start({ program, args }: Runtime, more: string[] = []): { child: ChildProcess; said: () => string } {
  let said = "";
  const child = spawn(program, [...args, ...more], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  return { child, said: () => said };
}

/** The last line a runtime prints before it ends. */
async function printed(runtime: Runtime): Promise<Outcomes> {
  const { child, said } = start(runtime);
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code !== 0) throw new Error(`${runtime.name} ended with ${code}:\n${said()}`);
  return JSON.parse(said().trim().split("\n").at(-1)!) as Outcomes;
}

/** What a worker answers. */
async function askWorker(runtime: Runtime): Promise<Outcomes> {
  const port = await freePort();
  const { child, said } = start(runtime, [`--socket-addr=http=127.0.0.1:${port}`]);
  const ended = new Promise((resolve) => child.on("close", resolve));
  try {
    // A guard against hanging, no measure of speed: machines are busy.
    for (const end = Date.now() + 120_000; Date.now() < end && child.exitCode === null;) {
      const answer = await fetch(`http://127.0.0.1:${port}`).catch(() => undefined);
      if (answer) return (await answer.json()) as Outcomes;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${runtime.name} did not answer:\n${said()}`);
  } finally {
    child.kill();
    await ended;
  }
}
