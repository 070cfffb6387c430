import { addToRollUps } from "../../src/store/queries/sums/roll-ups.ts";
import type { TestService } from "../harness.ts";

/** What a stored click may differ in. */
export interface StoredClick {
  clickId?: string;
  at?: Date;
  visitor?: string;
  address?: string;
  country?: string | null;
  unique?: boolean;
  clickRewardId?: string | null;
}

/** Stores a click of a link as the loader would, counters and hourly sums included; answers its id. */
export async function storeClick(service: TestService, linkId: string, given: StoredClick = {}): Promise<string> {
  const { clickId = service.deps.ids.random(16), unique = true, country = "DE" } = given;
  const at = given.at ?? new Date(service.clock.now());
  await service.store.transaction(async (db) => {
    const link = await db.selectFrom("links").selectAll().where("id", "=", linkId).executeTakeFirstOrThrow();
    const facets = { country, region: null, city: null, device: null, browser: null, os: null, referer: null };
    await db
      .insertInto("click_events")
      .values({
        id: service.deps.ids.next("evt"),
        at,
        workspace_id: link.workspace_id,
        program_id: link.program_id,
        enrollment_id: link.enrollment_id,
        link_id: link.id,
        click_id: clickId,
        visitor: given.visitor ?? `visitor-${clickId}`,
        address: given.address ?? null,
        is_unique: unique,
        click_reward_id: given.clickRewardId ?? null,
        url: link.url,
        trigger: "link",
        continent: null,
        referer_url: null,
        ...facets,
      })
      .execute();
    await db
      .updateTable("links")
      .set((eb) => ({ clicks: eb("clicks", "+", 1), unique_clicks: eb("unique_clicks", "+", unique ? 1 : 0) }))
      .where("id", "=", link.id)
      .execute();
    if (link.enrollment_id) {
      await db
        .updateTable("enrollment_stats")
        .set((eb) => ({
          total_clicks: eb("total_clicks", "+", 1),
          total_unique_clicks: eb("total_unique_clicks", "+", unique ? 1 : 0),
        }))
        .where("enrollment_id", "=", link.enrollment_id)
        .execute();
    }
    const sums = {
      workspaceId: link.workspace_id,
      programId: link.program_id,
      linkId: link.id,
      at,
      facets: { ...facets, trigger: "link" },
      clicks: 1,
      uniqueClicks: unique ? 1 : 0,
    };
    await addToRollUps(db, { byLink: [sums], byFacets: [sums] });
  });
  return clickId;
}
