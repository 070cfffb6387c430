import type { EmbedTokenRevokeInput } from "referrals-embed/contract";
import { countTokens, revokeToken, revokeTokens } from "../../store/queries/access/embed-tokens.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { sha256 } from "../ids.ts";
import { findEnrollment } from "../programs/find-enrollment.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { inTransaction } from "../transaction.ts";

/** How many tokens one statement counts: the embedded store answers nobody else until its end. */
const TOKENS_AT_ONCE = 2_000;

/**
 * Revokes a partner's valid embed tokens, or one of them; for an unknown token the count is 0. All end at once, and are counted afterwards.
 * @throws not_found
 */
export async function revokeEmbedTokens(ctx: Context, input: EmbedTokenRevokeInput): Promise<{ revokedCount: number }> {
  await defaultProgram(ctx);
  if (input.publicToken !== undefined) {
    const hash = sha256(input.publicToken);
    return { revokedCount: Number(await revokeToken(ctx.db, { hash, workspaceId: ctx.workspaceId }, now(ctx))) };
  }
  const ended = await inTransaction(ctx, async (ctx) => {
    const { id } = await findEnrollment(ctx, input);
    const generation = await revokeTokens(ctx.db, id);
    await audit(ctx, { operation: "revoke tokens", entity: "enrollment.tokens", entityId: id });
    return { enrollmentId: id, generation };
  });
  const at = now(ctx);
  let revokedCount = 0;
  for (let after: string | null = ""; after !== null;) {
    const { valid, last } = await countTokens(ctx.db, { ...ended, after, most: TOKENS_AT_ONCE }, at);
    revokedCount += valid;
    after = last;
  }
  return { revokedCount };
}
