import { ReferralsError } from "referrals-embed/contract";
import { listAuditRows } from "../../store/queries/operation/audit.ts";
import type { Context } from "../context.ts";
import { sha256 } from "../ids.ts";
import { isAsSeen, tagsOf } from "../if-match.ts";
import { toProgram } from "./program-record.ts";

type ProgramRow = Parameters<typeof toProgram>[0];

/** The version of a program's settings, as an entity tag: when they were changed, and what they are. */
export function versionOf(row: ProgramRow & { updated_at: Date }): string {
  return `"${row.updated_at.getTime()}-${sha256(JSON.stringify(toProgram(row))).slice(0, 16)}"`;
}

/**
 * Checks that who changes a program has seen it as it is.
 * @param asked `If-Match` of the request; without one nothing is checked
 * @throws conflict that says what was changed since, and by whom
 */
export async function checkVersion(
  ctx: Context,
  row: ProgramRow & { updated_at: Date },
  asked: string | undefined,
): Promise<void> {
  if (asked === undefined || isAsSeen(asked, versionOf(row))) return;
  const seen = Number(/^"(\d+)-/.exec(tagsOf(asked)[0] ?? "")?.[1] ?? Number.NaN);
  const changed = Number.isNaN(seen) ? "" : await changesSince(ctx, row.id, new Date(seen + 1));
  throw new ReferralsError("conflict", `The program was changed since you read it${changed}. Read it again.`);
}

async function changesSince(ctx: Context, id: string, from: Date): Promise<string> {
  const filter = { workspaceId: ctx.workspaceId, entity: "program", entityId: id, from };
  const rows = await listAuditRows(ctx.db, filter, { window: { offset: 0, limit: 20 }, direction: "desc" });
  const fields = [...new Set(rows.flatMap(({ changes }) => Object.keys(changes)))];
  const people = [...new Set(rows.flatMap(({ actor_name: name }) => (name === null ? [] : [name])))];
  if (fields.length === 0) return "";
  return `: ${fields.join(", ")}${people.length > 0 ? `, by ${people.join(", ")}` : ""}`;
}
