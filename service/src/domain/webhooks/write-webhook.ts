import { randomBytes } from "node:crypto";
import { ReferralsError, type Webhook, type WebhookPatch } from "referrals-embed/contract";
import {
  countWebhooks,
  deleteWebhookRow,
  insertWebhookRow,
  knownIds,
  listWebhookRows,
  updateWebhookRow,
} from "../../store/queries/delivery/webhooks.ts";
import { now, type Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import type { WebhookUrl } from "./guard-address.ts";
import { webhookInput, webhookPatch } from "../../schemas/webhook.ts";
import { columnsOf } from "../record.ts";
import { getWebhookRow, toWebhook } from "./webhook-record.ts";

/** How long the old secret also signs after a rotation. */
const rotationMs = 24 * 3_600_000;

/** The webhooks of the workspace. */
export async function listWebhooks(ctx: Context): Promise<Webhook[]> {
  return (await listWebhookRows(ctx.db, ctx.workspaceId)).map((row) => toWebhook(row));
}

/** One webhook. Throws 404. */
export async function getWebhook(ctx: Context, id: string): Promise<Webhook> {
  return toWebhook(await getWebhookRow(ctx, id));
}

/** The input for saving a webhook; its address was checked before. */
type CheckedInput = Omit<WebhookPatch, "url"> & { url?: WebhookUrl };

/** Most webhooks of a workspace: each multiplies the deliveries of an event. A workspace that has more already keeps them. */
const mostWebhooks = 20;

/** Makes a webhook; the answer is the only one that shows its secret. Throws 409, 422. */
export async function createWebhook(
  ctx: Context,
  input: CheckedInput & Required<Pick<CheckedInput, "name" | "url" | "triggers">>,
): Promise<Webhook> {
  return inTransaction(ctx, async (ctx) => {
    await checkScope(ctx, input);
    if ((await countWebhooks(ctx.db, ctx.workspaceId)) >= mostWebhooks) {
      const message = `A workspace has ${mostWebhooks} webhooks at most. Delete one, or add the events to one that you have.`;
      throw new ReferralsError("conflict", message);
    }
    const secret = input.secret ?? newSecret();
    const row = await insertWebhookRow(ctx.db, {
      id: ctx.ids.next("wh"),
      workspace_id: ctx.workspaceId,
      ...columnsOf(webhookInput, input),
      secret,
      created_at: now(ctx),
      updated_at: now(ctx),
    });
    return toWebhook(row, secret);
  });
}

/** Changes a webhook; a new secret replaces the old one at once. Throws 404, 422. */
export async function updateWebhook(ctx: Context, id: string, patch: CheckedInput): Promise<Webhook> {
  return inTransaction(ctx, async (ctx) => {
    await getWebhookRow(ctx, id);
    await checkScope(ctx, patch);
    const row = await updateWebhookRow(ctx.db, id, {
      ...columnsOf(webhookPatch, patch),
      updated_at: now(ctx),
    });
    return toWebhook(row);
  });
}

/** Removes a webhook with its delivery log. Throws 404. */
export async function deleteWebhook(ctx: Context, id: string): Promise<{ id: string }> {
  await getWebhookRow(ctx, id);
  await deleteWebhookRow(ctx.db, id);
  return { id };
}

/** Gives a webhook a new secret; the old one also signs for 24 h. Throws 404. */
export async function rotateWebhook(ctx: Context, id: string): Promise<Webhook> {
  return inTransaction(ctx, async (ctx) => {
    const old = await getWebhookRow(ctx, id);
    const secret = newSecret();
    const row = await updateWebhookRow(ctx.db, id, {
      secret,
      previous_secret: old.secret,
      previous_secret_until: new Date(ctx.clock.now() + rotationMs),
      updated_at: now(ctx),
    });
    return toWebhook(row, secret);
  });
}

/** Enables a webhook that the service had disabled, and delivers its waiting events. Throws 404. */
export async function enableWebhook(ctx: Context, id: string): Promise<Webhook> {
  return inTransaction(ctx, async (ctx) => {
    await getWebhookRow(ctx, id);
    const values = { disabled_at: null, consecutive_failures: 0, updated_at: now(ctx) };
    return toWebhook(await updateWebhookRow(ctx.db, id, values));
  });
}

async function checkScope(ctx: Context, { linkIds, folderIds }: WebhookPatch): Promise<void> {
  for (const [path, table, ids] of [
    ["linkIds", "links", linkIds] as const,
    ["folderIds", "folders", folderIds] as const,
  ]) {
    const known = await knownIds(ctx.db, table, { workspaceId: ctx.workspaceId, ids: ids ?? [] });
    const index = (ids ?? []).findIndex((id) => !known.has(id));
    if (index >= 0) {
      throw new ReferralsError(
        "unprocessable_entity",
        `invalid_value: ${path}[${index}]: there is none in this workspace`,
      );
    }
  }
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}
