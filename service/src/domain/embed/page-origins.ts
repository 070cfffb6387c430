import { findEmbedToken } from "../../store/queries/credentials.ts";
import type { Context } from "../context.ts";
import { sha256 } from "../ids.ts";

/** Origins that may frame the page of a token: the token's, else the program's, none = any; `undefined` when it is not in force. */
export async function pageOrigins(ctx: Context, token: string): Promise<readonly string[] | undefined> {
  const row = await findEmbedToken(ctx.db, sha256(token));
  const inForce = row && !row.revoked_at && !row.removed_at && row.expires_at.getTime() > ctx.clock.now();
  return inForce ? (row.allowed_origins ?? row.program_origins) : undefined;
}
