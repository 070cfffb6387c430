import type { PayoutStatement } from "referrals-embed/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";
import { copyRows } from "../order/grown-store.ts";

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

it("a statement of more lines than are read at once has each of them, in their order, and their sum", async () => {
  const post = async (path: string, body: object) => service.request<any>("POST", path, { body });
  const { id: partnerId } = (await post("/partners", { email: "lines@mail.test", name: "Ada" })).body;
  await post("/partners/applications/approve", { partnerId });
  await post("/commissions", { partnerId, amount: 1_000 });
  const { id } = (await post("/payouts", { partnerId })).body;
  const own = {
    id: "'cm_' || lpad(i::text, 5, '0')",
    event_id: "'lines' || i",
    created_at: "r.created_at + i * interval '1 second'",
  };
  await copyRows(service.store, { table: "commissions", where: `partner_id = '${partnerId}'`, own }, 2_100);
  const { body } = await service.request<PayoutStatement>("GET", `/payouts/${id}/statement`);
  expect(new Set(body.lines.map(({ commissionId }) => commissionId)).size).toBe(2_101);
  const dates = body.lines.map(({ date }) => date);
  expect(dates).toHaveLength(2_101);
  expect(dates).toEqual(dates.toSorted());
  expect(body.totals).toEqual([{ type: "custom", count: 2_101, earnings: 2_101_000 }]);
});
