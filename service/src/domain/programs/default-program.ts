import { ReferralsError } from "referrals-embed/contract";
import { findDefaultProgram } from "../../store/queries/programs/programs.ts";
import type { Context } from "../context.ts";

/** The program every partner operation acts on, with the workspace's plan and primary domain. */
export type DefaultProgram = NonNullable<Awaited<ReturnType<typeof findDefaultProgram>>>;

/**
 * Finds the workspace's default program.
 * @throws not_found when it has none
 */
export async function defaultProgram(ctx: Context): Promise<DefaultProgram> {
  const program = await findDefaultProgram(ctx.db, ctx.workspaceId);
  if (program) return program;
  throw new ReferralsError("not_found", "This workspace has no program. Create one first.");
}
