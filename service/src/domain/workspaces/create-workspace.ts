import type { Plan } from "referrals-embed/contract";
import { now, type Context } from "../context.ts";
import { sha256 } from "../ids.ts";
import { inTransaction } from "../transaction.ts";

/** What a new workspace is made of; everything has a default that works. */
export interface WorkspaceInput {
  name: string;
  slug: string;
  plan?: Plan;
  program: { name: string; url: string; currency?: string; timezone?: string };
  /** Rate of the default group's sale reward in basis points; default none. */
  saleRateBp?: number;
  /** The secret key to install, e.g. `API_KEY`; default a random one. */
  apiKey?: string;
}

/** The ids of what was made, and the keys in plain, which are not stored. */
export interface CreatedWorkspace {
  workspaceId: string;
  programId: string;
  groupId: string;
  saleRewardId: string | null;
  apiKey: string;
  publishableKey: string;
}

/** Makes a workspace with a default program, its default group, a secret and a publishable key, in one transaction. */
export function createWorkspace(ctx: Context, input: WorkspaceInput): Promise<CreatedWorkspace> {
  return inTransaction(ctx, async (ctx) => {
    const workspaceId = ctx.ids.next("ws");
    const { name, slug, plan } = input;
    await ctx.db
      .insertInto("workspaces")
      .values({ id: workspaceId, name, slug, plan, created_at: now(ctx) })
      .execute();
    const programId = await insertProgram(ctx, workspaceId, input.program);
    const saleRewardId =
      input.saleRateBp === undefined ? null : await insertSaleReward(ctx, programId, input.saleRateBp);
    const groupId = await insertDefaultGroup(ctx, programId, saleRewardId);
    const apiKey = input.apiKey ?? `ref_${ctx.ids.random(40)}`;
    const publishableKey = `ref_pub_${ctx.ids.random(32)}`;
    await insertKeys(ctx, workspaceId, apiKey, publishableKey);
    return { workspaceId, programId, groupId, saleRewardId, apiKey, publishableKey };
  });
}

async function insertProgram(ctx: Context, workspaceId: string, input: WorkspaceInput["program"]): Promise<string> {
  const id = ctx.ids.next("prog");
  const at = now(ctx);
  await ctx.db
    .insertInto("programs")
    .values({ id, workspace_id: workspaceId, ...input, created_at: at, updated_at: at })
    .execute();
  await ctx.db.updateTable("workspaces").set({ default_program_id: id }).where("id", "=", workspaceId).execute();
  return id;
}

async function insertSaleReward(ctx: Context, programId: string, rateBp: number): Promise<string> {
  const id = ctx.ids.next("rw");
  const at = now(ctx);
  await ctx.db
    .insertInto("rewards")
    .values({
      id,
      program_id: programId,
      event: "sale",
      type: "percentage",
      rate_bp: rateBp,
      created_at: at,
      updated_at: at,
    })
    .execute();
  return id;
}

async function insertDefaultGroup(ctx: Context, programId: string, saleRewardId: string | null): Promise<string> {
  const id = ctx.ids.next("grp");
  const at = now(ctx);
  await ctx.db
    .insertInto("groups")
    .values({
      id,
      program_id: programId,
      name: "Default group",
      slug: "default",
      is_default: true,
      sale_reward_id: saleRewardId,
      created_at: at,
      updated_at: at,
    })
    .execute();
  return id;
}

async function insertKeys(ctx: Context, workspaceId: string, apiKey: string, publishableKey: string): Promise<void> {
  const at = now(ctx);
  await ctx.db
    .insertInto("api_keys")
    .values({
      id: ctx.ids.next("key"),
      workspace_id: workspaceId,
      name: "Default key",
      hash: sha256(apiKey),
      last_four: apiKey.slice(-4),
      created_at: at,
    })
    .execute();
  await ctx.db
    .insertInto("publishable_keys")
    .values({ id: ctx.ids.next("key"), workspace_id: workspaceId, key: publishableKey, created_at: at })
    .execute();
}
