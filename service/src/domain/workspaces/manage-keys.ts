import { ReferralsError, type ApiKey, type ApiKeyInput, type ApiKeyScope } from "referrals-embed/contract";
import {
  insertPublishableKey,
  insertSecretKey,
  listKeys,
  revokeKey,
  type KeyRow,
} from "../../store/queries/access/api-keys.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { sha256 } from "../ids.ts";
import { inTransaction } from "../transaction.ts";
import { present } from "../../present.ts";
import { recordOf } from "../record.ts";
import { apiKey } from "../../schemas/program.ts";

/** A page of the workspace's keys, newest first. */
export async function listApiKeys(ctx: Context, query: { page: number; pageSize: number }): Promise<ApiKey[]> {
  const limit = query.pageSize;
  const rows = await listKeys(ctx.db, ctx.workspaceId, { limit, offset: (query.page - 1) * limit });
  return rows.map(toApiKey);
}

/** The scopes and end that the creator of a key may give it; `null` is no limit. */
export interface KeyLimits {
  scopes: readonly ApiKeyScope[] | null;
  expiresAt: Date | null;
}

/** The limits of an operator at the command line: none. */
const unlimited: KeyLimits = { scopes: null, expiresAt: null };

/**
 * Creates a key; the plain secret is in this answer only. A key has at most its creator's rights, and by default the creator's scopes and
 * end: a stolen key of one scope and one hour must not make a lasting key with every scope.
 * @throws forbidden for a scope the creator lacks, or an end after the creator's
 */
export function createApiKey(ctx: Context, input: ApiKeyInput, limits: KeyLimits = unlimited): Promise<ApiKey> {
  return inTransaction(ctx, async (ctx) => {
    const id = ctx.ids.next("key");
    const key =
      input.kind === "publishable"
        ? await addPublishable(ctx, id, limits)
        : await addSecret(ctx, id, withinLimits(input, limits));
    await audit(ctx, { operation: "create key", entity: "api_key", entityId: id });
    const [row] = await listKeys(ctx.db, ctx.workspaceId, { limit: 1, offset: 0, id });
    return { ...toApiKey(present(row, "the row")), key };
  });
}

/** Revokes a key at once. @throws not_found, also for a revoked key */
export function deleteApiKey(ctx: Context, id: string): Promise<{ id: string }> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await revokeKey(ctx.db, ctx.workspaceId, { id, at: now(ctx) }))) {
      throw new ReferralsError("not_found", `There is no key ${id} in this workspace.`);
    }
    await audit(ctx, { operation: "revoke key", entity: "api_key", entityId: id });
    return { id };
  });
}

function withinLimits(input: ApiKeyInput, limits: KeyLimits): ApiKeyInput {
  const scopes = input.scopes ?? limits.scopes ?? undefined;
  const lacking = scopes?.find((scope) => limits.scopes && !limits.scopes.includes(scope));
  if (lacking) {
    throw new ReferralsError(
      "forbidden",
      `This key lacks the scope ${lacking} and cannot give it to another. Use a key that has it, or leave the scope out.`,
    );
  }
  const end = limits.expiresAt?.toISOString();
  const expiresAt = input.expiresAt ?? end;
  if (end && expiresAt && Date.parse(expiresAt) > Date.parse(end)) {
    throw new ReferralsError(
      "forbidden",
      `This key ends at ${end} and cannot create one that lives longer. Name an earlier expiresAt, or use a key without an end.`,
    );
  }
  return { ...input, scopes: scopes && [...scopes], expiresAt };
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

async function addPublishable(ctx: Context, id: string, { scopes }: KeyLimits): Promise<string> {
  if (scopes && !scopes.includes("track.write")) {
    throw new ReferralsError(
      "forbidden",
      "A publishable key tracks events, so creating one needs a key with the scope track.write.",
    );
  }
  const key = `ref_pub_${ctx.ids.random(32)}`;
  await insertPublishableKey(ctx.db, { id, workspace_id: ctx.workspaceId, key, created_at: now(ctx) });
  return key;
}

function toApiKey(row: KeyRow): ApiKey {
  return recordOf(apiKey, row, { key: row.key ?? undefined });
}
