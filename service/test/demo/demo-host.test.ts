import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { demoHost } from "../../src/demo/demo-host.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "demo-host-"));
  await writeFile(join(dir, "index.html"), "Northlight");
});
afterAll(() => rm(dir, { recursive: true }));

it.each([
  ["http://127.0.0.1:4400", "http://127.0.0.1:4400/", 200],
  ["http://127.0.0.1:4400", "http://localhost:4400/", 302],
  ["https://demo.acme.test", "http://127.0.0.1:4400/", 200],
  ["https://demo.acme.test", "https://other.acme.test/", 200],
])("with the address %s, a demo host that is opened at %s answers %s", async (appUrl, opened, status) => {
  const host = demoHost({ dir, appUrl, apiUrl: `${appUrl}/api`, apiKey: "ref_key" });
  const answer = await host.request(opened);
  expect(answer.status).toBe(status);
  if (status === 302) expect(answer.headers.get("location")).toBe(`${appUrl}/demo/`);
  else expect(await answer.text()).toBe("Northlight");
});
