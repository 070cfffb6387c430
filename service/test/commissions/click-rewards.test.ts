import { afterAll, beforeAll, expect, it } from "vitest";
import { performTransition } from "../../src/domain/enrollments/perform-transition.ts";
import { settleClickRewards } from "../../src/jobs/click-rewards.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { stageOf, take } from "../properties/ledger/free.ts";
import { createWorld, type World } from "../properties/world.ts";

let service: TestService;

beforeAll(async () => {
  service = await createTestService();
});
afterAll(async () => {
  await expectSound(service);
  await service.close();
});

/** A world with three earning clicks of its first member today. */
async function clicked(): Promise<World> {
  const world = await createWorld(service, { click: { flat: 5 } }, 1);
  const stage = await stageOf(world);
  for (let index = 0; index < 3; index += 1) await take(stage, { do: "click", partner: 0 });
  return world;
}

function rows({ ctx, workspaceId }: World) {
  return ctx.db.selectFrom("commissions").selectAll().where("workspace_id", "=", workspaceId).execute();
}

it("pays the unique clicks of a date once, after it closed, payable from its end (C7)", async () => {
  const world = await clicked();
  const day = new Date(service.clock.now()).toISOString().slice(0, 10);
  await settleClickRewards(service.ctx());
  expect(await rows(world)).toEqual([]);
  service.clock.advance(dayMs);
  await Promise.all([settleClickRewards(service.ctx()), settleClickRewards(service.ctx())]);
  await settleClickRewards(service.ctx());
  const [row, ...others] = await rows(world);
  expect(others).toEqual([]);
  const closed = Date.parse(`${day}T00:00:00Z`) + dayMs;
  expect(row).toMatchObject({ type: "click", earnings: 15, quantity: 3, status: "pending", click_date: day });
  expect(row!.payable_at).toEqual(new Date(closed + 7 * dayMs));
});

it("pays every other date when one of them fails, and that one once it can be paid (C7)", async () => {
  const worlds = [await clicked(), await clicked(), await clicked()] as const;
  const { enrollmentId } = worlds[1].members[0]!;
  service.clock.advance(dayMs);
  const { pool } = service.store;
  await pool.query(`CREATE FUNCTION refuse_one_date() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.enrollment_id = '${enrollmentId}' THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END $$`);
  await pool.query(
    "CREATE TRIGGER refuse_one_date BEFORE INSERT ON commissions FOR EACH ROW EXECUTE FUNCTION refuse_one_date()",
  );
  const paid = async () => (await Promise.all(worlds.map(rows))).map(({ length }) => length);
  try {
    await expect(settleClickRewards(service.ctx())).rejects.toThrow("refused");
    expect(await paid()).toEqual([1, 0, 1]);
  } finally {
    await pool.query("DROP FUNCTION refuse_one_date CASCADE");
  }
  await settleClickRewards(service.ctx());
  expect(await paid()).toEqual([1, 1, 1]);
});

it("tells on the commission how many clicks of its date and reward earned nothing, and 0 on any other (A1)", async () => {
  const world = await clicked();
  await take(await stageOf(world), { do: "click", partner: 0 });
  const { apiKey: key } = world;
  const { partnerId } = world.members[0]!;
  const days = () =>
    world.ctx.db.updateTable("click_reward_days").where("enrollment_id", "=", world.members[0]!.enrollmentId);
  await days().set({ unrewarded: 6 }).execute();
  service.clock.advance(dayMs);
  await settleClickRewards(service.ctx());
  await take(await stageOf(world), { do: "click", partner: 0 });
  service.clock.advance(dayMs);
  await settleClickRewards(service.ctx());
  await service.request("POST", "/commissions", { key, body: { partnerId, amount: 100 } });
  const { body } = await service.request<any[]>("GET", "/commissions?sortBy=createdAt&sortOrder=asc", { key });
  expect(body.map(({ type, quantity, unrewarded }) => [type, quantity, unrewarded])).toEqual([
    ["click", 4, 6],
    ["click", 1, 0],
    ["custom", 1, 0],
  ]);
});

it("pays the value as of closing (C7)", async () => {
  const world = await clicked();
  await world.ctx.db
    .updateTable("rewards")
    .set({ amount_minor: 7 })
    .where("program_id", "=", world.programId)
    .execute();
  service.clock.advance(dayMs);
  await settleClickRewards(service.ctx());
  expect(await rows(world)).toMatchObject([{ earnings: 21 }]);
});

it("clicks from before a ban come back with unban (C22)", async () => {
  const world = await clicked();
  const { enrollmentId } = world.members[0]!;
  await performTransition(world.ctx, enrollmentId, { operation: "ban", input: { reason: "fake_traffic" } });
  service.clock.advance(dayMs);
  await settleClickRewards(service.ctx());
  expect(await rows(world)).toMatchObject([{ earnings: 15, status: "canceled" }]);
  await performTransition(world.ctx, enrollmentId, { operation: "unban" });
  expect(await rows(world)).toMatchObject([{ earnings: 15, status: "pending", mark: null }]);
});
