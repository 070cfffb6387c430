import { getRequestListener } from "@hono/node-server";
import { createServer, request, type ClientRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql, type Kysely } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { addToRollUps } from "../../src/store/queries/sums/roll-ups.ts";
import type { Database } from "../../src/store/schema.ts";
import type { Store } from "../../src/store/open.ts";
import { createTestService, type TestService } from "../harness.ts";
import { openTestStore } from "../open-test-store.ts";

const EVENTS = 12_000;

/** Statements of reports that were begun, and what is done at one of them. */
let statements = 0;
let atStatement: (count: number) => void = () => {};

const counting = (db: Kysely<Database>): Kysely<Database> =>
  db.withPlugin({
    transformQuery({ node }) {
      atStatement((statements += 1));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });

/** A store that counts what reports ask it. */
const watched = (store: Store): Store => ({
  ...store,
  in: (lane, gone) => {
    const own = store.in(lane, gone);
    if (lane !== "reports") return own;
    return {
      ...own,
      db: counting(own.db),
      reports: counting(own.reports),
      snapshot: (read, options) => own.snapshot((db) => read(counting(db)), options),
    };
  },
});

describe("a report whose caller hangs up", () => {
  let service: TestService;
  let server: Server;
  let token: string;

  beforeAll(async () => {
    service = await createTestService({}, watched(await openTestStore()));
    const partner = await service.createPartner();
    token = await service.embedToken(partner.id);
    await seedEvents(service, partner.links![0]!.id);
    const listener = getRequestListener(createApp(service.deps).fetch, { overrideGlobalObjects: false });
    server = createServer((incoming, outgoing) => void listener(incoming, outgoing)).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
  });
  beforeEach(() => {
    statements = 0;
    atStatement = () => {};
  });
  afterAll(async () => {
    await new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
    await service.close();
  });

  /** Asks by a form, as the dashboard does from another origin, or with the header. */
  function ask(path: string, byForm = false): { sent: ClientRequest; ended: Promise<number | "hung up"> } {
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/api/embed/referrals/${path}`;
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const sent = request(byForm ? url.split("?")[0]! : url, {
      method: byForm ? "POST" : "GET",
      agent: false,
      headers: byForm ? form : { authorization: `Bearer ${token}` },
    });
    const ended = new Promise<number | "hung up">((resolve) => {
      sent.once("response", (answer) => answer.resume().once("end", () => resolve(answer.statusCode ?? 0)));
      sent.once("error", () => resolve("hung up"));
    });
    sent.end(byForm ? `access_token=${token}&${path.split("?")[1]}` : undefined);
    return { sent, ended };
  }

  it.each([
    ["an export", "export?section=events", false],
    ["an export as CSV", "export?section=events&format=csv", false],
    ["analytics of events", "analytics?groupBy=countries&interval=all&country=-XX", false],
    ["an export asked for by a form", "export?section=events", true],
  ])("%s ends at its next statement, leaves its place, and is no error of ours", async (_, path, byForm) => {
    expect(await ask(path, byForm).ended).toBe(200);
    const whole = statements;
    expect(whole).toBeGreaterThanOrEqual(8);
    statements = 0;
    const left = [ask(path, byForm), ask(path, byForm)];
    atStatement = (count) => {
      if (count === 4) for (const { sent } of left) sent.destroy();
    };
    // A caller has two places: the third report begins when one of them is left.
    expect(await ask(path, byForm).ended).toBe(200);
    expect(await Promise.all(left.map(({ ended }) => ended))).toEqual(["hung up", "hung up"]);
    // All three to their end would be three times as many; a hang-up is heard of some statements later on a busy machine.
    expect(statements).toBeLessThan(2 * whole);
    expect(service.logged).toEqual([]);
  });
});

/** Clicks of a link in the last days, in one statement. */
async function seedEvents(service: TestService, linkId: string): Promise<void> {
  const { workspaceId, clock, store } = service;
  const link = await store.db.selectFrom("links").selectAll().where("id", "=", linkId).executeTakeFirstOrThrow();
  await sql`INSERT INTO click_events (id, at, workspace_id, program_id, enrollment_id, link_id, click_id, visitor, is_unique, url, country)
    SELECT 'evt_' || i, ${new Date(clock.now())}::timestamptz - make_interval(secs => i), workspace_id, program_id, enrollment_id, id,
      'click' || i, 'visitor' || i, true, url, 'DE' FROM links, generate_series(1, ${EVENTS}::int) i WHERE id = ${linkId}`.execute(
    store.db,
  );
  await sql`UPDATE enrollment_stats SET total_clicks = ${EVENTS}, total_unique_clicks = ${EVENTS}
    WHERE enrollment_id = ${link.enrollment_id}`.execute(store.db);
  const facets = { country: "DE", region: null, city: null, device: null, browser: null, os: null, referer: null };
  const sums = {
    workspaceId,
    programId: link.program_id,
    linkId,
    at: new Date(clock.now() - 1_800_000),
    facets: { ...facets, trigger: "link" },
    clicks: EVENTS,
    uniqueClicks: EVENTS,
  };
  await store.transaction((db) => addToRollUps(db, { byLink: [sums], byFacets: [sums] }));
}
