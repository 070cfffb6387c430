import { hasWorkspace, unfinishedPrograms } from "../../store/queries/programs/programs.ts";
import type { Context } from "../context.ts";

/** The default addresses of a program: the service's own, written at the first start. */
export function ownAddresses({ config }: Pick<Context, "config">): string[] {
  return [config.appUrl, `${config.appUrl}/`];
}

/** A missing setting that a program needs, and how to fix it. */
export interface ProgramGap {
  /** The workspace's slug; `null` when there is none at all. */
  workspace: string | null;
  problem: string;
}

/** The missing settings of this service's programs; empty when all is set up. */
export async function programGaps(ctx: Context): Promise<ProgramGap[]> {
  if (!(await hasWorkspace(ctx.db))) {
    return [{ workspace: null, problem: "There is no program yet, and nobody can call the API." }];
  }
  return (await unfinishedPrograms(ctx.db, ownAddresses(ctx))).flatMap(({ slug: workspace, addressless, unpaid }) => [
    ...(addressless
      ? [{ workspace, problem: "The program has no address (url): its links lead to this service itself." }]
      : []),
    ...(unpaid ? [{ workspace, problem: "No group of the program has a reward: nothing is earned." }] : []),
  ]);
}
