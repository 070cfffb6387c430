import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

describe("200", () => {
  it("answers an empty list and its total", async () => {
    const { status, body, headers } = await service.request("GET", "/partners");
    expect({ status, body, total: headers.get("x-total-count") }).toEqual({ status: 200, body: [], total: "0" });
  });
});
