import type { Insertable } from "kysely";
import { addToRollUps } from "../../src/store/queries/sums/roll-ups.ts";
import type { TestService } from "../harness.ts";
import type { ClickEventsTable } from "../../src/store/schema/tables.ts";

/** A click as a test describes it. */
export interface GivenClick {
  linkId: string;
  at: string;
  country?: string | null;
  device?: string | null;
  referer?: string | null;
  url?: string;
  unique?: boolean;
}

let count = 0;

/** Stores clicks with their hourly sums, as the journal's loader does; `written` runs before the commit. */
export async function recordClicks(
  service: TestService,
  clicks: readonly GivenClick[],
  written: () => Promise<void> = async () => {},
): Promise<void> {
  const programs = await service.store.db.selectFrom("links").select(["id", "program_id"]).execute();
  const programOf = new Map(programs.map((row) => [row.id, row.program_id]));
  await service.store.transaction(async (tx) => {
    const rows = clicks.map((click) => rowOf(click, service.workspaceId, programOf.get(click.linkId) ?? null));
    await tx.insertInto("click_events").values(rows).execute();
    const deltas = rows.map((row) => ({
      workspaceId: service.workspaceId,
      programId: row.program_id ?? null,
      linkId: row.link_id,
      at: row.at as Date,
      facets: {
        country: row.country ?? null,
        region: null,
        city: null,
        device: row.device ?? null,
        browser: null,
        os: null,
        trigger: "link",
        referer: row.referer ?? null,
      },
      clicks: 1,
      uniqueClicks: row.is_unique ? 1 : 0,
    }));
    await addToRollUps(tx, { byLink: deltas, byFacets: deltas });
    await written();
  });
}

function rowOf(click: GivenClick, workspaceId: string, programId: string | null): Insertable<ClickEventsTable> {
  count += 1;
  return {
    id: `evt_${count}`,
    at: new Date(click.at),
    workspace_id: workspaceId,
    program_id: programId,
    link_id: click.linkId,
    click_id: `click${count}`,
    visitor: `visitor${count}`,
    is_unique: click.unique ?? true,
    url: click.url ?? "https://acme.test",
    country: click.country ?? null,
    device: click.device ?? null,
    referer: click.referer ?? null,
  };
}
