import type { AuditListQuery, AuditRow } from "referrals-embed/contract";
import { findAuditPosition, listAuditRows } from "../../store/queries/operation/audit.ts";
import { findAuditSubjects } from "../../store/queries/operation/audit-subjects.ts";
import type { Context } from "../context.ts";
import { listWindow } from "../read-window.ts";

/**
 * Lists who changed what in the workspace, newest first unless said.
 * @throws unprocessable_entity for a bad cursor
 */
export async function listAudit(ctx: Context, query: AuditListQuery): Promise<AuditRow[]> {
  const { workspaceId } = ctx;
  const window = await listWindow(query, false, (id) => findAuditPosition(ctx.db, workspaceId, id));
  const {
    actorType,
    actorId,
    operation,
    entity,
    entityId,
    partnerId,
    start,
    end,
    sortOrder: direction = "desc",
  } = query;
  const from = start === undefined ? undefined : new Date(start);
  const to = end === undefined ? undefined : new Date(end);
  const filter = { workspaceId, actorType, actorId, operation, entity, entityId, partnerId, from, to };
  const rows = await listAuditRows(ctx.db, filter, { window, direction });
  const subjects = await findAuditSubjects(ctx.db, workspaceId, rows);
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actorType: row.actor_type,
    actorId: row.actor_id,
    actorName: row.actor_name,
    operation: row.operation,
    entity: row.entity,
    entityId: row.entity_id,
    subject: subjects.get(row.entity_id) ?? null,
    from: row.from,
    to: row.to,
    reason: row.reason,
    changes: row.changes,
    requestId: row.request_id,
  }));
}
