import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "./free-port.ts";
import { WAIT_MS } from "./patience.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

it("npm start ends with npm, also where npm alone is killed and can tell nobody", async () => {
  const [port, DATA_DIR] = [await freePort(), await mkdtemp(join(tmpdir(), "start-"))];
  const script = "require('node:child_process').spawn(process.execPath, ['scripts/start.mjs'], { stdio: 'ignore' })";
  const npm = spawn(process.execPath, ["-e", script], {
    cwd: root,
    detached: true,
    stdio: "ignore",
    env: { ...process.env, PORT: String(port), DATA_DIR },
  });
  onTestFinished(async () => {
    try {
      process.kill(-npm.pid!, "SIGKILL");
    } catch {
      // Nothing of its group was left behind.
    }
    await rm(DATA_DIR, { recursive: true, force: true });
  });
  const isUp = async (): Promise<boolean> =>
    (await fetch(`http://127.0.0.1:${port}/health`).catch(() => null)) !== null;
  await expect.poll(isUp, { timeout: WAIT_MS }).toBe(true);
  npm.kill("SIGKILL");
  await expect.poll(isUp, { timeout: WAIT_MS }).toBe(false);
});
