import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "../../src/log.ts";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

it("logs hold no token, key, password or address, not even of a row the database refused (Y5)", async () => {
  const lines: string[] = [];
  const log = createLog("trace", { write: (line) => void lines.push(line) });
  const { email } = await service.createPartner({ email: "whole@secret.test" });
  const row = { id: "pn_twin", email, email_key: "whole@secret.test", created_at: new Date() };
  const twin = service.store.db.insertInto("partners").values(row).execute();
  const refused = await twin.catch((error: unknown) => error);
  log.error({ err: refused, requestId: "req_1" }, "unexpected error");
  log.error({ err: new Error("failed", { cause: refused }) }, "unexpected error");
  log.info({ token: "secret-1", caller: { authorization: "Bearer secret-2", email }, password: "secret-3" }, "said");
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain("partners_email_key_key");
  expect(lines[0]).toContain("req_1");
  expect(lines.join("")).not.toMatch(/secret/);
});
