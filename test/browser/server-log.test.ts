import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, it } from "vitest";
import { connectChromium } from "./chromium.ts";
import { until } from "./drive.ts";
import { freePort } from "../free-port.ts";

const cli = fileURLToPath(new URL("../../service/dist/cli.js", import.meta.url));
const token = "ref_embed_0000000000000000000000secret";

/** The program as an operator runs it, with all it prints. */
async function startProgram(): Promise<{ url: string; printed: () => string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "referrals-log-"));
  const port = String(await freePort());
  const env = { ...process.env, PORT: port, DATA_DIR: dataDir, LOG_LEVEL: "trace", API_KEY: `ref_${"L".repeat(40)}` };
  const program = spawn(process.execPath, [cli, "serve"], { env });
  const ended = new Promise((resolve) => program.once("exit", resolve));
  let printed = "";
  for (const stream of [program.stdout, program.stderr]) stream.on("data", (text: Buffer) => (printed += text));
  await until(
    () => printed,
    (text) => text.includes("The service is ready."),
    // The first start makes a database, beside whatever else this machine does.
    120_000,
  );
  return {
    url: `http://127.0.0.1:${port}`,
    printed: () => printed,
    async stop() {
      program.kill();
      await ended;
      await rm(dataDir, { recursive: true });
    },
  };
}

it("the server's log has neither the token of a bare page nor its query, at any level (B08)", async () => {
  const program = await startProgram();
  const browser = await connectChromium(inject("chromium"));
  const page = await browser.newPage();
  const answer = await page.goto(`${program.url}/embed/referrals?token=${token}&theme=dark`);
  expect(answer?.status()).toBe(401);
  await page.waitForSelector("[data-state], .rf-state");
  await page.goto(`${program.url}/embed/referrals?theme=dark#token=${token}`);
  await page.waitForSelector(".rf-state");
  await browser.close();
  await program.stop();
  expect(program.printed()).toContain("The service is ready.");
  expect(program.printed()).not.toMatch(/secret|theme=dark|\?token|#token/);
});
