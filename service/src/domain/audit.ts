import { isDeepStrictEqual } from "node:util";
import { insertAuditRows } from "../store/queries/operation/audit.ts";
import type { AuditEntity } from "../store/queries/operation/audit-subjects.ts";
import { now, type Actor, type Context } from "./context.ts";
import { present } from "../present.ts";

/** What happened to an entity. */
export interface AuditEntry {
  operation: string;
  entity: AuditEntity;
  entityId: string;
  from?: string | null;
  to?: string | null;
  reason?: string | null;
  changes?: Record<string, { old: unknown; new: unknown }>;
  /** Default: the context's actor. */
  actor?: Actor;
}

/**
 * Appends an audit row in the running transaction.
 * @returns its id: the *cause* that marks refer to.
 */
export async function audit(ctx: Context, entry: AuditEntry): Promise<string> {
  const [id] = await auditAll(ctx, [entry]);
  return present(id, "the id");
}

/** Appends several audit rows; answers their ids in order. */
export async function auditAll(ctx: Context, entries: readonly AuditEntry[]): Promise<string[]> {
  if (entries.length === 0) return [];
  const rows = entries.map((entry) => {
    const actor = entry.actor ?? ctx.actor;
    return {
      id: ctx.ids.next("aud"),
      at: now(ctx),
      workspace_id: ctx.workspaceId,
      actor_type: actor.type,
      actor_id: actor.id,
      actor_name: actor.name ?? null,
      operation: entry.operation,
      entity: entry.entity,
      entity_id: entry.entityId,
      from: entry.from ?? null,
      to: entry.to ?? null,
      reason: entry.reason ?? null,
      changes: entry.changes ?? {},
      request_id: ctx.requestId,
    };
  });
  await insertAuditRows(ctx.db, rows);
  return rows.map(({ id }) => id);
}

/** Old and new value of each field of `after` that differs from `before`, for `AuditEntry.changes`. */
export function changesBetween(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, { old: unknown; new: unknown }> {
  const entries = Object.entries(after)
    .filter(([key, value]) => value !== undefined && !isSame(before[key], value))
    .map(([key, value]) => [key, { old: before[key] ?? null, new: value }]);
  return Object.fromEntries(entries) as Record<string, { old: unknown; new: unknown }>;
}

/** Whether two values are stored as the same JSON; the order of keys does not matter. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other) || isDeepStrictEqual(one, other);
}
