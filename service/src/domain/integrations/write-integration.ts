import type { Integration, IntegrationInput, IntegrationPatch } from "referrals-embed/contract";
import { integrationInput, integrationPatch } from "../../schemas/integration.ts";
import {
  deleteIntegrationRow,
  insertIntegrationRow,
  listIntegrationRows,
  updateIntegrationRow,
} from "../../store/queries/tracking/integrations.ts";
import { forgetOfIntegration } from "../../store/queries/operation/upkeep.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { columnsOf } from "../record.ts";
import { inTransaction } from "../transaction.ts";
import { getIntegrationRow, toIntegration } from "./integration-record.ts";
import { providers } from "../providers/providers.ts";

/** The integrations of the workspace. */
export async function listIntegrations(ctx: Context): Promise<Integration[]> {
  return (await listIntegrationRows(ctx.db, ctx.workspaceId)).map((row) => toIntegration(ctx, row));
}

/** One integration. @throws not_found */
export async function getIntegration(ctx: Context, id: string): Promise<Integration> {
  return toIntegration(ctx, await getIntegrationRow(ctx, id));
}

/** Makes an integration; its address is then given to the provider, whose secret comes back by an update. */
export function createIntegration(ctx: Context, input: IntegrationInput): Promise<Integration> {
  return inTransaction(ctx, async (ctx) => {
    const row = await insertIntegrationRow(ctx.db, {
      id: ctx.ids.next("int"),
      workspace_id: ctx.workspaceId,
      ...columnsOf(integrationInput, { ...input, name: input.name ?? providers[input.provider].title }),
      created_at: now(ctx),
      updated_at: now(ctx),
    });
    await audit(ctx, { operation: "integration.create", entity: "integration", entityId: row.id });
    return toIntegration(ctx, row);
  });
}

/** Changes an integration; a new secret takes the place of the old one at once. @throws not_found */
export function updateIntegration(ctx: Context, id: string, patch: IntegrationPatch): Promise<Integration> {
  return inTransaction(ctx, async (ctx) => {
    await getIntegrationRow(ctx, id);
    const row = await updateIntegrationRow(ctx.db, id, {
      ...columnsOf(integrationPatch, patch),
      updated_at: now(ctx),
    });
    // Which settings, not their values: one of them is a secret.
    const changes = Object.fromEntries(Object.keys(patch).map((field) => [field, { old: null, new: null }]));
    await audit(ctx, { operation: "integration.update", entity: "integration", entityId: id, changes });
    return toIntegration(ctx, row);
  });
}

/**
 * Removes an integration with its log; sales and commissions stay. First it loses its secret, so that no event comes any more, then its log in
 * portions: the embedded store blocks all other calls until a transaction ends. A removal that was cut off can be repeated.
 * @throws not_found
 */
export async function deleteIntegration(ctx: Context, id: string): Promise<{ id: string }> {
  await inTransaction(ctx, async (ctx) => {
    await getIntegrationRow(ctx, id);
    await updateIntegrationRow(ctx.db, id, { secret: null, updated_at: now(ctx) });
  });
  while ((await inTransaction(ctx, ({ db }) => forgetOfIntegration(db, id))) > 0);
  return inTransaction(ctx, async (ctx) => {
    await deleteIntegrationRow(ctx.db, id);
    await audit(ctx, { operation: "integration.delete", entity: "integration", entityId: id });
    return { id };
  });
}
