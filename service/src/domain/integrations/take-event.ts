import { ReferralsError, type IntegrationReceipt } from "referrals-embed/contract";
import {
  findIntegrationDelivery,
  findIntegrationRow,
  insertIntegrationDelivery,
  lockIntegration,
  updateIntegrationDelivery,
  updateIntegrationRow,
  wakeParkedEvents,
} from "../../store/queries/tracking/integrations.ts";
import type { IntegrationDeliveryRow, IntegrationRow } from "../../store/schema/integrations.ts";
import { now, type Context } from "../context.ts";
import type { ProviderEvent, ProviderStep } from "../providers/provider-event.ts";
import { inTransaction } from "../transaction.ts";
import { doStep, type StepResult } from "./do-step.ts";
import { noIntegration } from "./integration-record.ts";
import { readSigned } from "./signed-buyer.ts";
import { providers, readProviderEvent, verifiedEvent, type VerifiedEvent } from "../providers/providers.ts";
import type { SignedRequest } from "../providers/provider.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long an event waits for what it needs. */
const patienceMs = 72 * hourMs;

/** When a parked event is tried again, counted from when it came. */
const retryAfterMs = [
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  ...[2, 6, 12, 24, 48].map((hours) => hours * hourMs),
  patienceMs,
];

/** An event as it came in. */
interface Arrival extends Omit<SignedRequest, "receivedAt"> {
  /**
   * Counts the event, before a signature is computed, for its integration, or as one for none. A provider sends the events of all
   * workspaces from the same few addresses: counted by address alone, those of one workspace would stop another's.
   * @throws rate_limit_exceeded
   */
  found: (integrationId: string | undefined) => Promise<void>;
}

/**
 * Takes an event that a provider sends: checks its signature, notes it, and does what it says. What goes wrong on our side throws, so
 * that the provider sends it again.
 * @throws not_found, rate_limit_exceeded, bad_request for what the provider has not signed
 */
export async function receiveEvent(
  ctx: Context,
  id: string,
  { found, ...request }: Arrival,
): Promise<IntegrationReceipt> {
  const row = await findIntegrationRow(ctx.db, id);
  await found(row?.id);
  if (!row) throw noIntegration(id);
  if (row.secret === null) {
    const message = "This integration has no secret yet. Copy it from the provider's dashboard into the integration.";
    throw new ReferralsError("bad_request", message);
  }
  const verified = await verifiedEvent(row.provider, row.secret, { ...request, receivedAt: ctx.clock.now() });
  const event = readEvent(row, verified);
  if (!event) throw new ReferralsError("bad_request", `This is no event of ${providers[row.provider].title}.`);
  const { id: deliveryId, status } = await takeEvent(asIntegration(ctx, row), row.id, event);
  return { id: deliveryId, status };
}

/** What a provider's event says, read as the integration wants it. */
function readEvent(row: IntegrationRow, verified: VerifiedEvent): ProviderEvent | null {
  const rules = {
    clickIdKey: row.click_id_key,
    customerIdKey: row.customer_id_key,
    includeTax: row.include_tax,
    includeShipping: row.include_shipping,
  };
  return readProviderEvent(row.provider, verified, rules);
}

/** A context in which the integration acts in its own workspace. */
function asIntegration(ctx: Context, row: Pick<IntegrationRow, "id" | "workspace_id">): Context {
  return { ...ctx, workspaceId: row.workspace_id, actor: { type: "system", id: row.id } };
}

/** An event is done once; one that was not done may be sent again, and is read anew. */
function takeEvent(ctx: Context, id: string, told: ProviderEvent): Promise<IntegrationDeliveryRow> {
  return inTransaction(ctx, async (ctx) => {
    const row = await lockIntegration(ctx.db, id);
    if (!row) throw noIntegration(id);
    const event = await readSigned(ctx, row, told);
    const at = now(ctx);
    await updateIntegrationRow(ctx.db, id, { last_event_at: at });
    const known = await findIntegrationDelivery(ctx.db, id, { eventId: event.id });
    if (known?.status === "processed") return known;
    const steps = JSON.stringify(event.steps);
    const delivery = known
      ? await updateIntegrationDelivery(ctx.db, known.id, {
          steps,
          attempts: known.attempts + 1,
          ...(known.status !== "parked" && { received_at: at }),
        })
      : await insertIntegrationDelivery(ctx.db, {
          id: ctx.ids.next("del"),
          integration_id: id,
          event_id: event.id,
          type: event.type,
          status: "parked",
          outcome: "",
          steps,
          waits_for: "[]",
          occurred_at: event.at,
          received_at: at,
          next_attempt_at: at,
        });
    return doEvent(ctx, row, delivery);
  });
}

/** Does a noted event once more: one that is parked, by the clock, or any, because a person wants it. */
export function repeatEvent(
  ctx: Context,
  { integrationId, id }: { integrationId: string; id: string },
  isAsked: boolean,
): Promise<IntegrationDeliveryRow | undefined> {
  return inTransaction({ ...ctx, ...(!isAsked && { actor: { type: "system", id: integrationId } }) }, async (ctx) => {
    const row = await lockIntegration(ctx.db, integrationId);
    const known = row && (await findIntegrationDelivery(ctx.db, integrationId, { id }));
    if (!known || (known.status !== "parked" && !isAsked)) return known;
    const delivery = await updateIntegrationDelivery(ctx.db, id, { attempts: known.attempts + 1 });
    return doEvent(ctx, row, delivery);
  });
}

/** Does the steps of an event, each whole or not at all, and notes what became of them. */
async function doEvent(
  ctx: Context,
  row: IntegrationRow,
  delivery: IntegrationDeliveryRow,
): Promise<IntegrationDeliveryRow> {
  const results: StepResult[] = [];
  for (const step of delivery.steps as ProviderStep[])
    results.push(await attempt(ctx, row, { step, toldAt: delivery.occurred_at }));
  const of = (status: StepResult["status"]): boolean => results.some((result) => result.status === status);
  const isPatient = results.some((result) => result.isPatient);
  const isOver = !isPatient && ctx.clock.now() - delivery.received_at.getTime() >= patienceMs;
  const isWaiting = of("parked") && !of("failed") && !isOver;
  const status = of("failed")
    ? "failed"
    : isWaiting
      ? "parked"
      : of("processed") && !of("parked")
        ? "processed"
        : "ignored";
  const texts = results.map(({ text }) => text);
  if (of("parked") && isOver) texts.push("Nothing changed that within 72 hours, so it is given up.");
  await wakeParkedEvents(ctx.db, row.id, { names: results.flatMap(({ wakes }) => wakes ?? []), at: now(ctx) });
  return updateIntegrationDelivery(ctx.db, delivery.id, {
    status,
    outcome: texts.join(" ") || delivery.outcome || "There is nothing to do.",
    waits_for: JSON.stringify(isWaiting ? results.flatMap(({ waitsFor }) => waitsFor ?? []) : []),
    next_attempt_at: isWaiting ? nextAttemptAt(ctx, delivery) : null,
  });
}

/** What a step is refused for is told in the log; anything else is our fault, and undoes the event. */
async function attempt(
  ctx: Context,
  row: IntegrationRow,
  told: { step: ProviderStep; toldAt: Date },
): Promise<StepResult> {
  try {
    return await inTransaction(ctx, (ctx) => doStep(ctx, row, told));
  } catch (error) {
    if (!(error instanceof ReferralsError) || error.code === "internal_server_error") throw error;
    return { status: "failed", text: error.message };
  }
}

function nextAttemptAt(ctx: Context, { received_at: receivedAt }: IntegrationDeliveryRow): Date {
  const age = ctx.clock.now() - receivedAt.getTime();
  const next = retryAfterMs.find((ms) => ms > age) ?? age + 24 * hourMs;
  return new Date(receivedAt.getTime() + next);
}
