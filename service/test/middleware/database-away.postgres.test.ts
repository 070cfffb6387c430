import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NoConnection } from "../../src/store/lanes.ts";
import { openStore } from "../../src/store/open.ts";
import { createTestService, type TestService } from "../harness.ts";
import { createTestDatabase } from "../open-test-store.ts";
import { openWire, type Wire } from "../open-wire.ts";

describe("a call while the database is away", () => {
  let wire: Wire;
  let service: TestService;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await createTestDatabase();
    wire = await openWire(database.url);
    service = await createTestService({}, await openStore({ databaseUrl: wire.url }));
    drop = database.drop;
  });
  afterAll(async () => {
    await service.close();
    await wire.close();
    await drop();
  });

  it("answers 500 with Retry-After and says so, logs the cause, and is answered when the database is back", async () => {
    wire.cut();
    await expect.poll(() => service.store.isLive()).toBe(false);
    const answer = await service.request("GET", "/tags");
    expect([answer.status, answer.headers.get("retry-after"), answer.body.error.code]).toEqual([
      500,
      "5",
      "internal_server_error",
    ]);
    expect(answer.body.error.message).toBe("The database cannot be reached. Repeat the call in a moment.");
    const causes = service.logged.map((fields) => (fields as { err?: unknown }).err);
    expect(causes.at(-1)).toBeInstanceOf(NoConnection);
    expect(causes.at(-1)).toMatchObject({ isBusy: false, cause: expect.any(Error) });
    wire.mend();
    await expect.poll(async () => (await service.request("GET", "/tags")).status).toBe(200);
  });
});
