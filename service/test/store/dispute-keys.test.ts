import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { trackDispute } from "../../src/domain/tracking/track-dispute.ts";
import { trackRefund } from "../../src/domain/tracking/track-refund.ts";
import { trackSale } from "../../src/domain/tracking/track-sale.ts";
import { migrations } from "../../src/store/migrations/index.ts";
import { createTestService, type TestService } from "../harness.ts";
import { createWorld } from "../properties/world.ts";
import { storeClick } from "../tracking/stored-click.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

it("a store from before has its warnings by their own name, and knows what a refund voided and what a person did", async () => {
  const world = await createWorld(service, { sale: { rateBp: 3000 } }, 1);
  const { ctx, apiKey: key } = world;
  const clickId = await storeClick(service, world.members[0]!.linkId);
  for (const invoiceId of ["txn_warned", "txn_lost", "txn_refunded", "txn_decided"])
    await trackSale(ctx, { clickId, customerExternalId: "cus", amount: 5000, invoiceId });
  const dispute = (invoiceId: string, status: "opened" | "lost"): Promise<void> =>
    trackDispute(ctx, { disputeId: `${invoiceId}:chargeback`, invoiceId, status });
  await dispute("txn_warned", "opened");
  await dispute("txn_lost", "opened");
  await dispute("txn_lost", "lost");
  await trackRefund(ctx, { invoiceId: "txn_refunded" });
  const rows = (): Promise<{ id: string; invoice_id: string | null; reason: string | null }[]> =>
    ctx.db.selectFrom("commissions").select(["id", "invoice_id", "reason"]).orderBy("id").execute();
  const decided = (await rows()).find((row) => row.invoice_id === "txn_decided")!;
  const body = { status: "refunded" };
  expect(await service.request("PATCH", `/commissions/${decided.id}`, { body, key })).toMatchObject({ status: 200 });
  await ctx.db.updateTable("commissions").set({ reason: null }).execute();
  await sql`ALTER TABLE disputes DROP COLUMN returned_at`.execute(ctx.db);

  await migrations["0031-natural-keys"]!.up(ctx.db);
  expect(await ctx.db.selectFrom("disputes").select(["external_id", "status"]).orderBy("id").execute()).toEqual([
    { external_id: "txn_warned:warning", status: "opened" },
    { external_id: "txn_lost:chargeback", status: "lost" },
  ]);
  expect(Object.fromEntries((await rows()).map((row) => [row.invoice_id, row.reason]))).toEqual({
    txn_warned: null,
    // It was held by the dispute when this took it back: a person looks at it should it ever come back.
    txn_lost: "refund:review",
    txn_refunded: "refund",
    txn_decided: null,
  });
});
