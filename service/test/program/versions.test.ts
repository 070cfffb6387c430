import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const read = async () => (await service.request("GET", "/program")).headers.get("etag")!;
const change = (body: object, version?: string) =>
  service.request<any>("PATCH", "/program", {
    body,
    headers: { ...(version !== undefined && { "if-match": version }) },
  });

describe("a change of the program with If-Match", () => {
  it("is made where nobody has changed it since it was read, and answers the version that follows", async () => {
    const seen = await read();
    expect(seen).toMatch(/^"\d+-[0-9a-f]{16}"$/);
    expect(await read()).toBe(seen);
    service.clock.advance(1000);
    const changed = await change({ name: "First" }, seen);
    expect([changed.status, changed.headers.get("etag")]).toEqual([200, await read()]);
    expect(await read()).not.toBe(seen);
  });

  it("is refused where somebody has, says what was changed, and changes nothing", async () => {
    const seen = await read();
    service.clock.advance(1000);
    await change({ minPayoutAmount: 4_200, brandColor: "#0f766e" });
    const refused = await change({ name: "Second" }, seen);
    expect(refused.status).toBe(409);
    expect(refused.body.error.message).toMatch(
      /changed since you read it: (minPayoutAmount, brandColor|brandColor, minPayoutAmount)\./,
    );
    const { body } = await service.request<any>("GET", "/program");
    expect(body).toMatchObject({ name: "First", minPayoutAmount: 4_200 });
  });

  it("is made by one alone of two who have read the same, also within a millisecond", async () => {
    const seen = await read();
    const answers = await Promise.all(["Third", "Fourth"].map((name) => change({ name }, seen)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it("is refused for a version that never was, made for any with *, and without the header", async () => {
    expect((await change({ name: "Fifth" }, '"never"')).status).toBe(409);
    expect((await change({ name: "Fifth" }, "*")).status).toBe(200);
    expect((await change({ name: "Sixth" })).status).toBe(200);
    expect((await change({ name: "Seventh" }, `"other", W/${await read()}`)).status).toBe(200);
  });
});
