import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { WAIT_MS } from "../../../test/patience.ts";
import { createWorkspace } from "../../src/domain/workspaces/create-workspace.ts";
import { startService } from "../../src/serve.ts";
import { testClock, testConfig } from "../harness.ts";
import { createTestDatabase, testSnapshot } from "../open-test-store.ts";

it("moves the rest of a program's links by itself (G9)", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "first-address-"));
  const database = process.env["TEST_ENGINE"] === "postgres" ? await createTestDatabase() : undefined;
  const config = testConfig({ dataDir, databaseUrl: database?.url, port: 0, linkDomains: ["https://app.test"] });
  const log = { error: (fields: object) => console.error(fields) };
  const snapshot = await testSnapshot();
  const service = await startService({
    config,
    snapshot,
    clock: testClock(),
    log,
    pageDir: dataDir,
    demoTokens: false,
  });
  try {
    const { apiKey } = await createWorkspace(service.systemContext(), {
      name: "New",
      slug: "new",
      program: { name: "New", url: config.appUrl },
    });
    const ask = (method: string, path: string, body: object) =>
      fetch(`http://127.0.0.1:${service.port}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    expect((await ask("POST", "/partners", { email: "ada@mail.test" })).status).toBeLessThan(300);
    const { pool } = service.store;
    await pool.query(
      `INSERT INTO links (id, workspace_id, program_id, partner_id, enrollment_id, domain, key, key_folded, short_link, url, is_default,
         created_at, updated_at)
       SELECT id || n, workspace_id, program_id, partner_id, enrollment_id, domain, key || n, key_folded || n, short_link || n, url, true,
         created_at, updated_at FROM links, generate_series(2, 450) n`,
    );
    expect((await ask("PATCH", "/program", { url: "https://acme.test" })).status).toBe(200);
    await vi.waitFor(async () => {
      const { rows } = await pool.query("SELECT url, count(*)::int AS links FROM links GROUP BY url");
      expect(rows).toEqual([{ url: "https://acme.test", links: 450 }]);
    }, WAIT_MS);
  } finally {
    await service.close();
    await database?.drop();
    await rm(dataDir, { recursive: true });
  }
});
