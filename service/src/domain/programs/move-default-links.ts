import { setDestinations, passLinks, type MovedLink } from "../../store/queries/links/moved-links.ts";
import { lockProgram, programsWithMove, updateProgramRow } from "../../store/queries/programs/programs.ts";
import type { LinksMove, ProgramRow } from "../../store/schema/accounts.ts";
import { isLinkTooLarge } from "../../store/violations.ts";
import { now, type Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import { tryEach } from "../try-each.ts";
import { ownAddresses } from "./program-gaps.ts";

/** How many links one transaction passes: the embedded store blocks all other calls until its end. */
const LINKS_AT_ONCE = 200;

/**
 * Moves the next default links that led to the service itself before their program had an address (G9). How far it came is written with
 * them, so that the job goes on where the call, or a process that was killed, had come to.
 * @returns how many links of the workspace it passed, 0 where there is nothing to move
 */
export function moveDefaultLinks(ctx: Context, programId: string, most = LINKS_AT_ONCE): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const { workspace_id: workspaceId, links_move: move } = await lockProgram(ctx.db, programId);
    if (move === null) return 0;
    const after = move.after && { ...move.after, createdAt: new Date(move.after.createdAt) };
    const addresses = ownAddresses(ctx);
    const window = after ? { after, limit: most } : { offset: 0, limit: most };
    const passed = await passLinks(ctx.db, { workspaceId, programId, addresses }, window);
    const found = passed.flatMap(({ id, url }) => (url === null ? [] : [{ id, from: url, to: moved(url, move) }]));
    await moveThatFit(ctx, found);
    const last = passed.at(-1);
    const rest = last && passed.length === most ? { ...move, after: { id: last.id, createdAt: last.createdAt } } : null;
    await updateProgramRow(ctx.db, programId, { links_move: rest && JSON.stringify(rest) });
    return passed.length;
  });
}

/**
 * One round of the job: the next portion of every program that has one.
 * @returns how many links were passed
 */
export async function moveNextLinks(ctx: Context, most?: number): Promise<number> {
  let passed = 0;
  await tryEach(await programsWithMove(ctx.db), async (id) => {
    passed += await moveDefaultLinks(ctx, id, most);
  });
  return passed;
}

/** Where a default link leads once its program's links have been moved. */
export function destinationOf(ctx: Context, { links_move: move }: Pick<ProgramRow, "links_move">, url: string): string {
  return move !== null && ownAddresses(ctx).includes(url.split("?", 1)[0] ?? "") ? moved(url, move) : url;
}

/** The new address with the parameters of the old one. */
function moved(link: string, { to }: LinksMove): string {
  const url = new URL(to);
  for (const [name, value] of new URL(link).searchParams) url.searchParams.set(name, value);
  return url.search ? url.href : to;
}

/** A link that its new address would make too large stays as it is, and keeps no other from being moved. */
async function moveThatFit(ctx: Context, links: readonly MovedLink[]): Promise<void> {
  if (links.length === 0) return;
  try {
    await inTransaction(ctx, ({ db }) => setDestinations(db, links, now(ctx)));
  } catch (error) {
    if (!isLinkTooLarge(error)) throw error;
    if (links.length === 1) return;
    const half = Math.ceil(links.length / 2);
    await moveThatFit(ctx, links.slice(0, half));
    await moveThatFit(ctx, links.slice(half));
  }
}
