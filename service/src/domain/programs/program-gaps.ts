import { hasWorkspace, unfinishedPrograms } from "../../store/queries/programs/programs.ts";
import type { Context } from "../context.ts";

/** The addresses a program has before it has one of its own: the service's, as the first start writes it. */
export function ownAddresses({ config }: Pick<Context, "config">): string[] {
  return [config.appUrl, `${config.appUrl}/`];
}

/** Something a program needs to be of use, and what to do about it. */
export interface ProgramGap {
  /** The workspace's slug; `null` when there is none at all. */
  workspace: string | null;
  problem: string;
}

/** What keeps programs of this service from working; nothing when all is set up. */
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
