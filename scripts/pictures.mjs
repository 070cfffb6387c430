import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ensureTools } from "./ensure-tools.mjs";

/** Draws the stored pictures anew. Open what changed, and commit it with the change that caused it (DES-V4). */
ensureTools();
const root = fileURLToPath(new URL("..", import.meta.url));
const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
const { status } = spawnSync(
  process.execPath,
  [vitest, "run", "--project", "visual", "visual.test", ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit", env: { ...process.env, UPDATE_PICTURES: "1" } },
);
process.exit(status ?? 1);
