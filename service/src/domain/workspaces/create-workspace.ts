import type { Plan } from "referrals-embed/contract";
import { insertPublishableKey, insertSecretKey } from "../../store/queries/access/api-keys.ts";
import { insertGroup, insertReward } from "../../store/queries/programs/program-objects.ts";
import { insertDefaultProgram, insertWorkspace } from "../../store/queries/programs/workspaces.ts";
import { now, type Context } from "../context.ts";
import { sha256 } from "../ids.ts";
import { inTransaction } from "../transaction.ts";

/** Settings of a new workspace; each has a default. */
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

/** The ids of the created rows, and the plain keys, which are not stored. */
export interface CreatedWorkspace {
  workspaceId: string;
  programId: string;
  groupId: string;
  saleRewardId: string | null;
  apiKey: string;
  publishableKey: string;
}

/** Creates a workspace with a default program, its default group, a secret and a publishable key, in one transaction. */
export function createWorkspace(ctx: Context, input: WorkspaceInput): Promise<CreatedWorkspace> {
  return inTransaction(ctx, async (ctx) => {
    const workspaceId = ctx.ids.next("ws");
    const { name, slug, plan } = input;
    await insertWorkspace(ctx.db, { id: workspaceId, name, slug, plan, created_at: now(ctx) });
    const programId = await addProgram(ctx, workspaceId, input.program);
    const saleRewardId = input.saleRateBp === undefined ? null : await addSaleReward(ctx, programId, input.saleRateBp);
    const groupId = await addDefaultGroup(ctx, programId, saleRewardId);
    const apiKey = input.apiKey ?? `ref_${ctx.ids.random(40)}`;
    const publishableKey = `ref_pub_${ctx.ids.random(32)}`;
    await addKeys(ctx, workspaceId, { apiKey, publishableKey });
    return { workspaceId, programId, groupId, saleRewardId, apiKey, publishableKey };
  });
}

async function addProgram(ctx: Context, workspaceId: string, input: WorkspaceInput["program"]): Promise<string> {
  const id = ctx.ids.next("prog");
  const at = now(ctx);
  await insertDefaultProgram(ctx.db, { id, workspace_id: workspaceId, ...input, created_at: at, updated_at: at });
  return id;
}

async function addSaleReward(ctx: Context, programId: string, rateBp: number): Promise<string> {
  const at = now(ctx);
  const { id } = await insertReward(ctx.db, {
    id: ctx.ids.next("rw"),
    program_id: programId,
    event: "sale",
    type: "percentage",
    rate_bp: rateBp,
    created_at: at,
    updated_at: at,
  });
  return id;
}

async function addDefaultGroup(ctx: Context, programId: string, saleRewardId: string | null): Promise<string> {
  const at = now(ctx);
  const { id } = await insertGroup(ctx.db, {
    id: ctx.ids.next("grp"),
    program_id: programId,
    name: "Default group",
    slug: "default",
    is_default: true,
    sale_reward_id: saleRewardId,
    created_at: at,
    updated_at: at,
  });
  return id;
}

async function addKeys(
  ctx: Context,
  workspaceId: string,
  { apiKey, publishableKey }: Pick<CreatedWorkspace, "apiKey" | "publishableKey">,
): Promise<void> {
  const created = { workspace_id: workspaceId, created_at: now(ctx) };
  await insertSecretKey(ctx.db, {
    ...created,
    id: ctx.ids.next("key"),
    name: "Default key",
    hash: sha256(apiKey),
    last_four: apiKey.slice(-4),
  });
  await insertPublishableKey(ctx.db, { ...created, id: ctx.ids.next("key"), key: publishableKey });
}
