import { webhookEventFromJSON } from "dub/models/components";
import { webhookTriggers, type WebhookTrigger } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { subscribe } from "../webhooks/subscribe.ts";
import { openSdk, type SdkWorld } from "./open-sdk.ts";

let dub: SdkWorld;
const bodies = new Map<WebhookTrigger, string>();
beforeAll(async () => {
  dub = await openSdk();
  const { world } = dub;
  await subscribe(world.ctx(), webhookTriggers);
  const { id } = await world.link();
  await world.must("PATCH", `/links/${id}`, { comments: "new" });
  await world.must("DELETE", `/links/${id}`);
  await applyAgain((await world.pending()).id);
  await world.sale();
  await world.must("POST", "/commissions", { partnerId: world.active.partner.id, amount: 500 });
  await click(await world.link());
  await codes();
  const rows = await world.store.db.selectFrom("outbox_events").selectAll().execute();
  for (const row of rows) {
    const body = { id: row.id, event: row.event, createdAt: row.created_at.toISOString(), data: row.data };
    bodies.set(row.event, JSON.stringify(body));
  }
});
afterAll(() => dub.close());

async function applyAgain(partnerId: string): Promise<void> {
  const reject = { partnerId, rejectionReason: "other", reapplicationTimeframe: "instant" };
  await dub.world.must("POST", "/partners/applications/reject", reject);
  const token = await dub.world.embedToken(partnerId);
  await dub.world.must("POST", "/embed/referrals/enrollment/reapply", {}, token);
}

/** A code for the group's discount, and its end. */
async function codes(): Promise<void> {
  const { world } = dub;
  const { id: discountId } = await world.must("POST", "/discounts", { type: "percentage", amount: 10 });
  const group = { name: "Saves", slug: "saves", discountId };
  const { id: groupId } = await world.must("POST", "/groups", group);
  const { id: partnerId, links } = await world.createPartner({ groupId });
  const { code } = await world.must("POST", "/discount-codes", { partnerId, linkId: links![0]!.id });
  await world.must("DELETE", `/discount-codes/${code}`);
}

/** A link hook that is told of each click of its link. */
async function click({ domain, key }: { domain: string; key: string }): Promise<void> {
  await dub.world.must("POST", "/webhooks", {
    name: "clicks",
    url: "https://203.0.114.9/hook",
    triggers: ["link.clicked"],
  });
  await dub.world.fetch("https://app.test/api/track/click", {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": "Mozilla/5.0 (X11) Gecko Firefox/140.0" },
    body: JSON.stringify({ domain, key }),
  });
  await dub.world.must("GET", "/links");
}

/** ★ of api §16. */
const parsed: WebhookTrigger[] = [
  ...(["link.created", "link.updated", "link.deleted", "link.clicked", "lead.created", "sale.created"] as const),
  ...(["partner.application_submitted", "partner.enrolled", "commission.created"] as const),
  ...(["discount_code.created", "discount_code.deleted"] as const),
];

describe("webhook bodies", () => {
  it.each(parsed)("%s parses with the SDK's types", (event) => {
    const body = bodies.get(event);
    expect(body, `${event} was never sent`).toBeDefined();
    const result = webhookEventFromJSON(body!);
    expect(result.ok ? result.value.event : result.error.message).toBe(event);
  });

  it("names only events the contract names", () => {
    expect([...bodies.keys()].filter((event) => !webhookTriggers.includes(event))).toEqual([]);
  });
});
