import type { ReferralsError, RewardCondition } from "referrals-embed/contract";
import type { Selectable } from "kysely";
import type { Context } from "../../src/domain/context.ts";
import { createPartner } from "../../src/domain/partners/create-partner.ts";
import type { CreatedWorkspace } from "../../src/domain/workspaces/create-workspace.ts";
import type { TestService } from "../harness.ts";
import type { RewardsTable } from "../../src/store/schema/tables.ts";

/** A partner of a world. */
export interface Member {
  partnerId: string;
  enrollmentId: string;
  linkId: string;
}

/** A workspace of its own with a program that has every kind of reward, and partners; the second was brought in by the first. */
export interface World extends CreatedWorkspace {
  service: TestService;
  ctx: Context;
  members: Member[];
}

/** Rewards of a world; `null` leaves one out. */
export interface WorldRewards {
  sale?: RewardValues | null;
  lead?: RewardValues | null;
  referral?: RewardValues | null;
  click?: RewardValues | null;
}

/** What a reward pays: a rate in basis points, or a flat amount. */
export interface RewardValues {
  rateBp?: number;
  flat?: number;
  months?: number | null;
  cap?: number | null;
  conditions?: RewardCondition[];
}

/** Makes a world. Its program holds for 7 days. */
export async function createWorld(service: TestService, rewards: WorldRewards = {}, partners = 3): Promise<World> {
  const created = await service.createWorkspace({ saleRateBp: undefined });
  const ctx = service.ctx(created.workspaceId);
  await ctx.db.updateTable("programs").set({ holding_period_days: 7 }).where("id", "=", created.programId).execute();
  const ids = {
    sale_reward_id: await addReward(ctx, created.programId, "sale", rewards.sale),
    lead_reward_id: await addReward(ctx, created.programId, "lead", rewards.lead),
    referral_reward_id: await addReward(ctx, created.programId, "referral", rewards.referral),
    click_reward_id: await addReward(ctx, created.programId, "click", rewards.click),
  };
  await ctx.db.updateTable("groups").set(ids).where("id", "=", created.groupId).execute();
  const members: Member[] = [];
  for (let index = 0; index < partners; index += 1) {
    const by = index === 1 ? members[0] : undefined;
    members.push(await addMember(ctx, service, { index, by }));
  }
  return { ...created, service, ctx, members };
}

async function addReward(
  ctx: Context,
  programId: string,
  event: Selectable<RewardsTable>["event"],
  values: RewardValues | null | undefined,
): Promise<string | null> {
  if (!values) return null;
  const id = ctx.ids.next("rw");
  const at = new Date(ctx.clock.now());
  const { rateBp = null, flat = null, months = null, cap = null, conditions = [] } = values;
  await ctx.db
    .insertInto("rewards")
    .values({
      id,
      program_id: programId,
      event,
      type: flat === null ? "percentage" : "flat",
      rate_bp: flat === null ? rateBp : null,
      amount_minor: flat,
      max_duration_months: months,
      max_amount: cap,
      conditions: JSON.stringify(conditions),
      created_at: at,
      updated_at: at,
    })
    .execute();
  return id;
}

async function addMember(
  ctx: Context,
  service: TestService,
  { index, by }: { index: number; by: Member | undefined },
): Promise<Member> {
  const email = `member-${index}-${service.deps.ids.random(8).toLowerCase()}@mail.test`;
  const partner = await createPartner(ctx, { email, ...(by && { referredBy: { partnerId: by.partnerId } }) });
  const row = await ctx.db
    .selectFrom("enrollments as e")
    .innerJoin("links as l", "l.enrollment_id", "e.id")
    .select(["e.id", "l.id as link_id"])
    .where("e.partner_id", "=", partner.id)
    .where("e.workspace_id", "=", ctx.workspaceId)
    .executeTakeFirstOrThrow();
  await ctx.db
    .updateTable("partner_profiles")
    .set({
      default_payout_method: "paypal",
      paypal_email: email,
      payouts_enabled_at: new Date(ctx.clock.now()),
    })
    .where("partner_id", "=", partner.id)
    .where("workspace_id", "=", ctx.workspaceId)
    .execute();
  return { partnerId: partner.id, enrollmentId: row.id, linkId: row.link_id };
}

/** Runs a step that the rules may refuse; anything but such a refusal fails the test. */
export async function maybe(step: Promise<unknown>): Promise<boolean> {
  try {
    await step;
    return true;
  } catch (error) {
    if ((error as ReferralsError).name === "ReferralsError") return false;
    throw error;
  }
}

/** Everything a world's rows say, in a form to compare; times of change and the trail left out. */
export async function snapshot({ ctx }: World): Promise<Record<string, unknown[]>> {
  const of = (
    table: "links" | "enrollments" | "commissions" | "payouts" | "customers" | "lead_events" | "sale_events",
  ) => ctx.db.selectFrom(table).selectAll().where("workspace_id", "=", ctx.workspaceId).orderBy("id").execute();
  const tables = {
    links: await of("links"),
    enrollments: await of("enrollments"),
    commissions: await of("commissions"),
    payouts: await of("payouts"),
    customers: await of("customers"),
    leads: await of("lead_events"),
    sales: await of("sale_events"),
    stats: await ctx.db
      .selectFrom("enrollment_stats as s")
      .innerJoin("enrollments as e", "e.id", "s.enrollment_id")
      .selectAll("s")
      .where("e.workspace_id", "=", ctx.workspaceId)
      .orderBy("s.enrollment_id")
      .execute(),
  };
  return Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.map(still)]));
}

/** How many audit rows and events a world has left behind. */
export async function trail({ ctx }: World): Promise<number[]> {
  const count = async (table: "audit_rows" | "outbox_events"): Promise<number> => {
    const rows = await ctx.db.selectFrom(table).select("id").where("workspace_id", "=", ctx.workspaceId).execute();
    return rows.length;
  };
  return [await count("audit_rows"), await count("outbox_events")];
}

function still(row: object): object {
  const { updated_at: _, version: __, ...rest } = row as Record<string, unknown>;
  return rest;
}
