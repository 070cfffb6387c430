import type { EmbedDiscount, EmbedReward } from "referrals-embed/contract";
import { findLiveEnrollment } from "../../store/queries/partners/enrollments.ts";
import { offerOfGroup } from "../../store/queries/programs/program-objects.ts";
import { findDefaultProgram, findGroup } from "../../store/queries/programs/programs.ts";
import { openPrograms, workspaceOfSlug } from "../../store/queries/programs/workspaces.ts";
import type { GroupRow } from "../../store/schema/accounts.ts";
import type { Context } from "../context.ts";
import type { DefaultProgram } from "../programs/default-program.ts";
import { toEmbedDiscount, toEmbedReward } from "../programs/embed-offer.ts";
import { enrollmentOfCode } from "../rules/invite-code.ts";

/** What a stranger asks for: a program by its workspace's slug, one of its groups, and the code of the partner who sent them. */
export interface JoinAddress {
  slug: string | null;
  group: string | null;
  code: string | null;
}

/** A program as strangers are shown it. */
export interface JoinPage extends Offer {
  workspaceId: string;
  /** Path of the page. */
  path: string;
  program: DefaultProgram;
  group: GroupRow;
  /** The code, if it is a partner's of this program. */
  code: string | null;
  /** Whether this stranger may apply. */
  takes: "applications" | "invited" | "nobody";
}

/** What a group's partners and their friends get. */
export interface Offer {
  rewards: EmbedReward[];
  discount: EmbedDiscount | null;
}

/**
 * The program at an address: of a group only where the group has a page of its own. A partner's code opens what is open by invitation.
 * @returns undefined where there is none
 */
export async function findJoinPage(ctx: Context, address: JoinAddress): Promise<JoinPage | undefined> {
  // PostgreSQL refuses texts with a zero byte.
  if (Object.values(address).some((part) => part !== null && !/^[\w.-]{1,100}$/.test(part))) return undefined;
  const workspace = await workspaceOfSlug(ctx.db, address.slug);
  const program = workspace && (await findDefaultProgram(ctx.db, workspace.id));
  if (!program) return undefined;
  const group = await findGroup(ctx.db, program.id, address.group);
  if (!group || (address.group !== null && !(group.join_page && group.slug === address.group))) return undefined;
  const referrer =
    address.code && (await findLiveEnrollment(ctx.db, program.id, { id: enrollmentOfCode(address.code) }));
  const code = referrer ? address.code : null;
  return {
    workspaceId: workspace.id,
    path: `/join/${workspace.slug}${address.group === null ? "" : `/${group.slug}`}`,
    program,
    group,
    code,
    takes: whoMayApply(program, code !== null || address.group !== null),
    ...(await offerOf(ctx, program, group)),
  };
}

/** Programs for strangers to choose from. */
export function listOpenPrograms(ctx: Context): Promise<{ slug: string; name: string }[]> {
  return openPrograms(ctx.db);
}

/** What a group of a program offers. */
export async function offerOf(ctx: Context, { currency }: DefaultProgram, group: GroupRow): Promise<Offer> {
  const { rewards, discount } = await offerOfGroup(ctx.db, group);
  return {
    rewards: rewards.map((reward) => toEmbedReward(reward, currency)),
    discount: discount ? toEmbedDiscount(discount) : null,
  };
}

/** A group's own page and a partner's link are invitations: who has them was sent them. */
function whoMayApply({ joining }: DefaultProgram, isInvited: boolean): JoinPage["takes"] {
  if (joining === "closed") return "nobody";
  return joining === "open" || isInvited ? "applications" : "invited";
}
