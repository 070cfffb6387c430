import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { updateGroup } from "../../src/domain/programs/manage-groups.ts";
import { passNextOffers } from "../../src/domain/programs/pass-on-offer.ts";
import type { CreatedWorkspace } from "../../src/domain/workspaces/create-workspace.ts";
import { lockMembers, passOnToMembers } from "../../src/store/queries/programs/program-objects.ts";
import { findGroupById } from "../../src/store/queries/programs/programs.ts";
import type { Db } from "../../src/store/schema.ts";
import { createTestService, type TestService } from "../harness.ts";
import { addPartners } from "../partners/many-partners.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

it("a reward that a group passes on to 500 members touches no index, as other calls wait for it", async () => {
  const { groupId } = await service.createPartner({ tenantId: "first" });
  const reward = async (amount: number): Promise<string> => {
    const body = { event: "sale", type: "flat", amount };
    return (await service.request("POST", "/rewards", { body })).body.id;
  };
  const [before, after] = [await reward(100), await reward(200)];
  await sql`INSERT INTO partners (id, created_at) SELECT 'pn_' || n, now() FROM generate_series(1, 500) n`.execute(
    service.store.db,
  );
  await sql`INSERT INTO partner_profiles (workspace_id, partner_id, name, created_at, updated_at)
    SELECT ${service.workspaceId}, 'pn_' || n, 'Partner number ' || n, now(), now()
    FROM generate_series(1, 500) n`.execute(service.store.db);
  await sql`INSERT INTO enrollments (id, workspace_id, program_id, partner_id, status, group_id, sale_reward_id, created_at)
    SELECT 'pge_' || n, workspace_id, program_id, 'pn_' || n, status, group_id, ${before}, created_at
    FROM enrollments, generate_series(1, 500) n`.execute(service.store.db);
  const writes = async (db: Db): Promise<{ changed: number; inPlace: number }> => {
    const { rows } = await sql<{ changed: number; inPlace: number }>`
      SELECT n_tup_upd::int AS changed, n_tup_hot_upd::int AS "inPlace" FROM pg_stat_xact_user_tables
      WHERE relname = 'enrollments'`.execute(db);
    return rows[0]!;
  };
  const [earlier, then] = await service.store.transaction(async (db) => {
    const earlier = await writes(db);
    const ids = await lockMembers(db, groupId!, { after: "", limit: 1_000 });
    await passOnToMembers(db, ids, { column: "sale_reward_id", before, after });
    return [earlier, await writes(db)];
  });
  expect(then.changed - earlier.changed).toBe(500);
  expect(then.inPlace - earlier.inPlace).toBeGreaterThan(475);
});

describe("a change of a group with 450 members", () => {
  let own: CreatedWorkspace;
  let groupId: string;
  let rewards: (string | null)[];
  let members = 0;
  const send = (method: string, path: string, body: object) => service.request(method, path, { body, key: own.apiKey });
  beforeEach(async () => {
    own = await service.createWorkspace();
    await addPartners({ ...service, workspaceId: own.workspaceId }, members, (members += 450));
    rewards = [null];
    for (const amount of [100, 200]) {
      rewards.push((await send("POST", "/rewards", { event: "lead", type: "flat", amount })).body.id);
    }
    groupId = (await service.request("GET", "/groups", { key: own.apiKey })).body[0].id;
  });

  /** Gives the group a reward, as a process does that is killed after the transaction of the call. */
  const giveAndDie = (reward: number) =>
    updateGroup({ ...service.ctx(own.workspaceId), afterCommit: () => undefined }, groupId, {
      leadRewardId: rewards[reward]!,
    });
  const enrollments = () => service.store.db.selectFrom("enrollments").where("group_id", "=", groupId);
  /** How many members have each of the rewards. */
  const having = async (): Promise<number[]> => {
    const rows = await enrollments().select("lead_reward_id").execute();
    return rewards.map((id) => rows.filter((row) => row.lead_reward_id === id).length);
  };
  const passAll = async (): Promise<void> => {
    while ((await passNextOffers(service.ctx(""))) > 0);
  };

  it("is followed by all within the call (G3)", async () => {
    expect((await send("PATCH", `/groups/${groupId}`, { leadRewardId: rewards[1] })).status).toBe(200);
    expect(await having()).toEqual([0, 450, 0]);
    expect(await passNextOffers(service.ctx(""))).toBe(0);
  });

  it("is followed by 200 in a transaction, and by the rest from where a killed process had come to", async () => {
    await giveAndDie(1);
    expect(await having()).toEqual([250, 200, 0]);
    await passNextOffers(service.ctx(""));
    expect(await having()).toEqual([50, 400, 0]);
    await passAll();
    expect(await having()).toEqual([0, 450, 0]);
  });

  it("is followed before the next, whether that goes on or back", async () => {
    await giveAndDie(1);
    await giveAndDie(2);
    await passAll();
    expect(await having()).toEqual([0, 0, 450]);
    await giveAndDie(1);
    await giveAndDie(2);
    expect(await having()).not.toEqual([0, 0, 450]);
    await passAll();
    expect(await having()).toEqual([0, 0, 450]);
  });

  it("answers 409 while ten earlier ones wait, and takes the next once they are followed", async () => {
    // Each of these calls also passes 200 members.
    let next = 1;
    for (let waiting = 0; waiting < 10; next = 3 - next) {
      await giveAndDie(next);
      const { offer_moves } = await findGroupById(service.store.db, groupId);
      waiting = offer_moves.length;
    }
    const body = { leadRewardId: rewards[next] };
    const refused = await send("PATCH", `/groups/${groupId}`, body);
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      "Members still follow earlier changes of this group. Try again in a minute.",
    ]);
    expect((await send("PATCH", `/groups/${groupId}`, { name: "Other" })).status).toBe(200);
    await passAll();
    expect((await send("PATCH", `/groups/${groupId}`, body)).status).toBe(200);
    expect((await having())[next]).toBe(450);
  });

  it("leaves a partner's own reward alone, and refuses one that it would replace", async () => {
    await giveAndDie(1);
    await passAll();
    const { partner_id: last } = await enrollments()
      .select("partner_id")
      .where("status", "=", "approved")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect((await send("PATCH", `/partners/${last}`, { leadRewardId: null })).status).toBe(200);
    await giveAndDie(2);
    const again = { leadRewardId: rewards[1] };
    expect((await send("PATCH", `/partners/${last}`, again)).body).toMatchObject({ error: { code: "conflict" } });
    await passAll();
    expect(await having()).toEqual([1, 0, 449]);
    expect((await send("PATCH", `/partners/${last}`, again)).body).toMatchObject(again);
    await expect(passNextOffers(service.ctx(""))).resolves.toBe(0);
  });

  it("reaches who joins meanwhile once, with the new reward", async () => {
    await giveAndDie(1);
    const joined = await send("POST", "/partners", { email: `${own.workspaceId}@mail.test`, name: "Ada" });
    expect(joined.body.leadRewardId).toBe(rewards[1]);
    await passAll();
    expect(await having()).toEqual([0, 451, 0]);
  });
});
