import { afterAll, beforeAll } from "vitest";
import { createApp } from "../../src/app.ts";
import { embedApiSuite } from "../../../test/demo/embed-api-suite.ts";
import { createTestService, type TestService } from "../harness.ts";
import { activePartner } from "./active-partner.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService({ linkDomains: ["https://app.test"] })));
afterAll(() => service.close());

embedApiSuite("the service", async () => {
  const app = createApp(service.deps);
  const { token } = await activePartner(service);
  service.clock.advance(60_000);
  const baseUrl = "https://app.test/api";
  return { baseUrl, token, fetch: async (input, init) => app.request(new Request(input as string, init)) };
});
