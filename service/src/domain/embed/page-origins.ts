import { findEmbedToken } from "../../store/queries/credentials.ts";
import type { Context } from "../context.ts";
import { sha256 } from "../ids.ts";

/**
 * Sites a token works on, `null` for any. A token's own list was checked against the program's when it was minted; a program
 * that has narrowed its list since binds the tokens that are out as well.
 */
export function effectiveOrigins(own: string[] | null, program: string[]): string[] | null {
  const wanted = own?.length ? own : null;
  if (program.length === 0) return wanted;
  return wanted ? wanted.filter((origin) => program.includes(origin)) : program;
}

/** {@link effectiveOrigins} of a token as an address states it; `undefined` when it is not in force. */
export async function pageOrigins(ctx: Context, token: string): Promise<readonly string[] | null | undefined> {
  const row = await findEmbedToken({ db: ctx.db, pool: ctx.store.pool }, sha256(token));
  const inForce = row && !row.revoked_at && !row.removed_at && row.expires_at.getTime() > ctx.clock.now();
  return inForce ? effectiveOrigins(row.allowed_origins, row.program_origins) : undefined;
}
