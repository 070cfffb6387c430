import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NoConnection } from "../../src/store/lanes.ts";
import { openStore, type Store } from "../../src/store/open.ts";
import { createTestService, type TestService } from "../harness.ts";
import { createTestDatabase, openOwnStore } from "../open-test-store.ts";

const isPostgres = process.env["TEST_ENGINE"] === "postgres";

/** What is logged of a call that found no connection. */
const told = (service: TestService) =>
  service.logged.map((fields) => (fields as { err?: unknown }).err).filter((err) => err instanceof NoConnection);

describe("a call that finds no connection to the database in time", () => {
  let service: TestService;
  beforeAll(async () => {
    // One connection for all on either engine.
    const store = isPostgres ? await openNarrowStore() : await openOwnStore();
    service = await createTestService({}, store);
  });
  afterAll(() => service.close());

  it("answers 429 with Retry-After while others hold all there are, and is logged with its cause", async () => {
    let free = (): void => {};
    const held = service.store.transaction(() => new Promise<void>((resolve) => (free = resolve)));
    const answer = await service.request("GET", "/tags").finally(() => free());
    expect([answer.status, answer.headers.get("retry-after"), answer.body.error.code]).toEqual([
      429,
      "2",
      "rate_limit_exceeded",
    ]);
    expect(answer.body.error.message).toBe(
      "The service is answering more calls than it can. Repeat this one in a moment.",
    );
    expect(told(service)).toMatchObject([{ isBusy: true }]);
    await held;
    expect((await service.request("GET", "/tags")).status).toBe(200);
  }, 60_000);
});

async function openNarrowStore(): Promise<Store> {
  const database = await createTestDatabase();
  const store = await openStore({ databaseUrl: database.url, poolSize: 1 });
  return { ...store, close: () => store.close().then(database.drop) };
}
