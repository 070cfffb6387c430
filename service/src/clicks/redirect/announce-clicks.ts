import { sql } from "kysely";
import type { Config } from "../../config.ts";
import type { Ids } from "../../domain/ids.ts";
import { toLink } from "../../domain/links/link-record.ts";
import { findLinks } from "../../store/queries/links/links.ts";
import type { Tx } from "../../store/schema.ts";
import type { StoredClick } from "./store-clicks.ts";

/**
 * Writes a `link.clicked` event for each click with a webhook: one named by the link, or one subscribed in its workspace.
 * The receivers are decided at delivery; here only clicks of workspaces without webhooks are skipped.
 */
export async function announceClicks(
  parts: { ids: Ids; config: Pick<Config, "apiUrl"> },
  trx: Tx,
  clicks: readonly StoredClick[],
): Promise<void> {
  const withWebhooks = await workspacesWithWebhooks(trx, clicks);
  const announced = clicks.filter((click) => withWebhooks.has(click.record.workspaceId));
  if (announced.length === 0) return;
  const linkIds = [...new Set(announced.map((click) => click.record.linkId))];
  const links = new Map((await findLinks(trx, linkIds)).map((row) => [row.id, toLink(row, parts.config)]));
  const events = announced.map((click) => ({
    id: parts.ids.next("evt"),
    workspace: click.record.workspaceId,
    at: new Date(click.record.at).toISOString(),
    data: { click: clickData(click), link: links.get(click.record.linkId) },
  }));
  await sql`
    INSERT INTO outbox_events (id, workspace_id, event, data, created_at)
    SELECT id, workspace, 'link.clicked', data, at
    FROM json_to_recordset(${JSON.stringify(events)}::json) AS e(id text, workspace text, at timestamptz, data json)
  `.execute(trx);
}

async function workspacesWithWebhooks(trx: Tx, clicks: readonly StoredClick[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom("webhooks")
    .select("workspace_id")
    .distinct()
    .where("workspace_id", "in", [...new Set(clicks.map((click) => click.record.workspaceId))])
    .where("disabled_at", "is", null)
    .execute();
  return new Set(rows.map((row) => row.workspace_id));
}

const unknown = "Unknown";

/** The click of a webhook. Addresses are not stored, so `ip` is empty. */
function clickData({ record, visitorGroup: { facets } }: StoredClick): object {
  return {
    id: record.clickId,
    timestamp: new Date(record.at).toISOString(),
    url: record.url,
    country: facets.country ?? unknown,
    city: facets.city ?? unknown,
    region: facets.region ?? unknown,
    continent: facets.continent ?? unknown,
    device: facets.device ?? unknown,
    browser: facets.browser ?? unknown,
    os: facets.os ?? unknown,
    ua: record.userAgent,
    trigger: facets.trigger,
    referer: facets.referer ?? "(direct)",
    refererUrl: facets.refererUrl ?? "(direct)",
    qr: facets.trigger === "qr",
    ip: "",
  };
}
