import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect } from "node:net";
import { askService, socketOf } from "../../src/commands/ask-service.ts";
import { listenForOperators } from "../../src/commands/listen-for-operators.ts";
import { operatorCommands } from "../../src/commands/operator-commands.ts";
import { operatorCommand } from "../../src/commands/operator.ts";
import { createAdmission, type Admission } from "../../src/middleware/admission.ts";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
let admission: Admission;
let folder: string;
let stop: () => Promise<void>;
/** Commands that run now, and the most that did at once. */
const running = { now: 0, most: 0 };

beforeAll(async () => {
  service = await createTestService();
  admission = createAdmission(service.store);
  folder = mkdtempSync(join(tmpdir(), "operators-"));
  const slow = operatorCommand({ does: "takes its time", isLong: true }, async () => {
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    await sleep(50);
    running.now -= 1;
    return "done";
  });
  const steady = operatorCommand({ does: "tells all the time", isLong: true }, async ({ tell }) => {
    running.now += 1;
    try {
      for (;;) {
        await tell("", "stderr");
        await sleep(10);
      }
    } finally {
      running.now -= 1;
    }
  });
  const quick = operatorCommand({ does: "takes none" }, async () => `beside ${running.now}`);
  const config = { ...service.deps.config, dataDir: folder };
  stop = await listenForOperators({ ...service.deps, config, admission }, { slow, steady, quick });
});
afterAll(async () => {
  await stop();
  await service.close();
  rmSync(folder, { recursive: true });
});

const ask = async (name: string): Promise<string | undefined> => {
  const config = { ...service.deps.config, dataDir: folder };
  return (await askService(config, { name, cwd: folder, args: [], options: {} }, async () => {}))?.text;
};

it("of commands that take long a service does one at a time, and leaves a place for reports and quick commands", async () => {
  const several = ["slow", "slow", "slow"].map(ask);
  await expect.poll(() => running.now).toBe(1);
  expect(await ask("quick")).toBe("beside 1");
  const leave = await admission.reports.enter({ caller: "a partner", workspace: "w" });
  expect(running.now).toBe(1);
  leave();
  expect(await Promise.all(several)).toEqual(["done", "done", "done"]);
  expect(running.most).toBe(1);
});

it("ends a command whose caller was killed, and lets the next one run", async () => {
  const config = { ...service.deps.config, dataDir: folder };
  const socket = connect(socketOf(config));
  socket.on("error", () => {});
  socket.end(JSON.stringify({ name: "steady", cwd: folder, args: [], options: {} }));
  await expect.poll(() => running.now).toBe(1);
  socket.destroy();
  await expect.poll(() => running.now).toBe(0);
  expect(await ask("slow")).toBe("done");
});

it("waits for a place among the reports", async () => {
  const leaving = await Promise.all(
    ["one", "other"].map((caller) => admission.reports.enter({ caller, workspace: "w" })),
  );
  const waiting = ask("slow");
  await sleep(100);
  expect(running.now).toBe(0);
  for (const leave of leaving) leave();
  expect(await waiting).toBe("done");
});

it("counts as long whatever reads or writes all there is, and what a file may make long", () => {
  const long = Object.entries(operatorCommands).flatMap(([name, { isLong }]) => (isLong ? [name] : []));
  expect(long.toSorted()).toEqual(["apply", "audit", "backup", "export", "import", "list", "payouts", "verify"]);
});
