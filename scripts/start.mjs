import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { fileURLToPath } from "node:url";
import { requireNode } from "./require-node.mjs";

requireNode();
const { buildStale } = await import("./build.mjs");
const root = fileURLToPath(new URL("..", import.meta.url));
const watching = process.argv.includes("--watch");

/** Builds what is stale; with `--watch` a failed build is told and the next change tries again. */
async function build() {
  try {
    await buildStale();
    return true;
  } catch (error) {
    console.error(`The build failed: ${error.message}`);
    if (!watching) process.exit(1);
    return false;
  }
}

let service;
function start() {
  service = spawn(process.execPath, [`${root}service/dist/cli.js`, "demo"], { stdio: "inherit" });
  const started = service;
  started.on("exit", (code, signal) => {
    if (started === service) process.exit(code ?? (signal === null ? 1 : 0));
  });
}

/** Ends the running service, then starts the one just built. */
function restart() {
  const old = service;
  service = undefined;
  old.once("exit", start);
  old.kill("SIGTERM");
}

await build();
start();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => service?.kill(signal));
// npm that is ended by itself tells nobody: the service would stay and hold the data directory.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && service?.kill("SIGTERM"), 500).unref();

if (watching) {
  let timer;
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(async () => (await build()) && service && restart(), 300);
  };
  for (const folder of ["src", "service/src", "examples/demo-host", "docs"])
    watch(`${root}${folder}`, { recursive: true }, changed);
}
