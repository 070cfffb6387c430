import { CommissionCreatedEvent$inboundSchema } from "dub/models/components/commissioncreatedevent.js";
import { LeadCreatedEvent$inboundSchema } from "dub/models/components/leadcreatedevent.js";
import { SaleCreatedEvent$inboundSchema } from "dub/models/components/salecreatedevent.js";
import type { Partner } from "referrals-embed/contract";
import { expect, it } from "vitest";
import { createTestService } from "../harness.ts";
import { subscribe } from "../webhooks/subscribe.ts";
import { storeClick } from "./stored-click.ts";

const schemas = {
  "lead.created": LeadCreatedEvent$inboundSchema,
  "sale.created": SaleCreatedEvent$inboundSchema,
  "commission.created": CommissionCreatedEvent$inboundSchema,
} as const;

it("lead, sale and commission events parse with the SDK's webhook types (api §16)", async () => {
  const service = await createTestService();
  try {
    await subscribe(service.ctx(), ["lead.created", "sale.created", "commission.created"]);
    const partner: Partner = await service.createPartner();
    const clickId = await storeClick(service, partner.links![0]!.id);
    const body = { customerExternalId: "cus", clickId, amount: 1000, invoiceId: "in", metadata: { plan: "pro" } };
    await service.request("POST", "/track/sale", { body });
    const names = Object.keys(schemas) as (keyof typeof schemas)[];
    const rows = await service.store.db
      .selectFrom("outbox_events")
      .selectAll()
      .where("event", "in", names)
      .orderBy("id")
      .execute();
    expect(rows.map(({ event }) => event)).toEqual(names);
    for (const { id, event, data, created_at } of rows) {
      const envelope = { id, event, createdAt: created_at.toISOString(), data };
      const parsed = schemas[event as keyof typeof schemas].safeParse(envelope);
      expect(parsed.error?.issues ?? []).toEqual([]);
    }
  } finally {
    await service.close();
  }
});
