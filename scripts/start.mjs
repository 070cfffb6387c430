import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { requireNode } from "./require-node.mjs";

requireNode();
const { buildStale } = await import("./build.mjs");
try {
  await buildStale();
} catch (error) {
  console.error(`The build failed: ${error.message}`);
  process.exit(1);
}

const cli = fileURLToPath(new URL("../service/dist/cli.js", import.meta.url));
const service = spawn(process.execPath, [cli, "demo", ...process.argv.slice(2)], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => service.kill(signal));
service.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 0)));
