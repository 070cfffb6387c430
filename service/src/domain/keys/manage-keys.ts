import { ReferralsError, type ApiKey, type ApiKeyInput } from "referrals-embed/contract";
import {
  insertPublishableKey,
  insertSecretKey,
  listKeys,
  revokeKey,
  type KeyRow,
} from "../../store/queries/api-keys.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { sha256 } from "../ids.ts";
import { inTransaction } from "../transaction.ts";

/** A page of the workspace's keys, newest first. */
export async function listApiKeys(ctx: Context, query: { page: number; pageSize: number }): Promise<ApiKey[]> {
  const limit = query.pageSize;
  const rows = await listKeys(ctx.db, ctx.workspaceId, { limit, offset: (query.page - 1) * limit });
  return rows.map(toApiKey);
}

/** Makes a key; the plain secret is in this answer only. */
export function createApiKey(ctx: Context, input: ApiKeyInput): Promise<ApiKey> {
  return inTransaction(ctx, async (ctx) => {
    const id = ctx.ids.next("key");
    const key = input.kind === "publishable" ? await addPublishable(ctx, id) : await addSecret(ctx, id, input);
    await audit(ctx, { operation: "create key", entity: "api_key", entityId: id });
    const [row] = await listKeys(ctx.db, ctx.workspaceId, { limit: 1, offset: 0, id });
    return { ...toApiKey(row!), key };
  });
}

/** Revokes a key at once. @throws not_found, also for one that is revoked already */
export function deleteApiKey(ctx: Context, id: string): Promise<{ id: string }> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await revokeKey(ctx.db, ctx.workspaceId, id, now(ctx)))) {
      throw new ReferralsError("not_found", `There is no key ${id} in this workspace.`);
    }
    await audit(ctx, { operation: "revoke key", entity: "api_key", entityId: id });
    return { id };
  });
}

async function addSecret(ctx: Context, id: string, input: ApiKeyInput): Promise<string> {
  const key = `ref_${ctx.ids.random(40)}`;
  await insertSecretKey(ctx.db, {
    id,
    workspace_id: ctx.workspaceId,
    name: input.name,
    hash: sha256(key),
    last_four: key.slice(-4),
    scopes: input.scopes ? JSON.stringify(input.scopes) : null,
    expires_at: input.expiresAt ?? null,
    created_at: now(ctx),
  });
  return key;
}

async function addPublishable(ctx: Context, id: string): Promise<string> {
  const key = `ref_pub_${ctx.ids.random(32)}`;
  await insertPublishableKey(ctx.db, { id, workspace_id: ctx.workspaceId, key, created_at: now(ctx) });
  return key;
}

function toApiKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    last4: row.last4,
    scopes: row.scopes,
    expiresAt: row.expires_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    ...(row.key !== null && { key: row.key }),
  };
}
