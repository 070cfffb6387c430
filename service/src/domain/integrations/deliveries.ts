import { ReferralsError, type IntegrationDelivery, type IntegrationDeliveryQuery } from "referrals-embed/contract";
import { insertIntegrationDelivery, listIntegrationDeliveries } from "../../store/queries/tracking/integrations.ts";
import { now, type Context } from "../context.ts";
import { getIntegrationRow, toIntegrationDelivery } from "./integration-record.ts";
import { providers } from "../providers/providers.ts";
import { repeatEvent } from "./take-event.ts";

/** The events of an integration, newest first. @throws not_found */
export async function listIntegrationEvents(
  ctx: Context,
  id: string,
  query: IntegrationDeliveryQuery,
): Promise<IntegrationDelivery[]> {
  await getIntegrationRow(ctx, id);
  return (await listIntegrationDeliveries(ctx.db, id, query)).map(toIntegrationDelivery);
}

/** Does an event again, e.g. after a setting was changed; what it did before is not done twice. @throws not_found */
export async function replayEvent(ctx: Context, id: string, deliveryId: string): Promise<IntegrationDelivery> {
  await getIntegrationRow(ctx, id);
  const row = await repeatEvent(ctx, { integrationId: id, id: deliveryId }, true);
  if (row) return toIntegrationDelivery(row);
  throw new ReferralsError("not_found", "This integration has no such event. Events are kept for 30 days.");
}

/** Says whether an integration is ready for events, as an entry of its log; nothing is recorded. @throws not_found, conflict without a secret */
export async function testIntegration(ctx: Context, id: string): Promise<IntegrationDelivery> {
  const row = await getIntegrationRow(ctx, id);
  const { title } = providers[row.provider];
  if (row.secret === null) {
    const message = `The integration has no secret yet. Add its address to ${title}, and write the secret that ${title} shows there into the integration.`;
    throw new ReferralsError("conflict", message);
  }
  const before = row.last_event_at
    ? `The last event of ${title} came at ${row.last_event_at.toISOString()}.`
    : `No event of ${title} has come yet: send one from its dashboard.`;
  const at = now(ctx);
  const deliveryId = ctx.ids.next("del");
  const made = await insertIntegrationDelivery(ctx.db, {
    id: deliveryId,
    integration_id: id,
    event_id: `test_${deliveryId}`,
    type: "test",
    status: "ignored",
    outcome: `A test: this integration takes events. ${before}`,
    steps: "[]",
    waits_for: "[]",
    occurred_at: at,
    received_at: at,
    next_attempt_at: null,
  });
  return toIntegrationDelivery(made);
}
