import type { EmbedTokenRevokeInput } from "referrals-embed/contract";
import { revokeTokens } from "../../store/queries/access/embed-tokens.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { sha256 } from "../ids.ts";
import { findEnrollment } from "../programs/find-enrollment.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { inTransaction } from "../transaction.ts";

/** Revokes a partner's valid embed tokens, or one of them; for an unknown token the count is 0. @throws not_found */
export function revokeEmbedTokens(ctx: Context, input: EmbedTokenRevokeInput): Promise<{ revokedCount: number }> {
  return inTransaction(ctx, async (ctx) => {
    await defaultProgram(ctx);
    if (input.publicToken !== undefined) {
      const { workspaceId } = ctx;
      const revokedCount = await revokeTokens(ctx.db, { hash: sha256(input.publicToken), workspaceId }, now(ctx));
      return { revokedCount };
    }
    const { id } = await findEnrollment(ctx, input);
    const revokedCount = await revokeTokens(ctx.db, { enrollmentId: id }, now(ctx));
    if (revokedCount > 0) await audit(ctx, { operation: "revoke tokens", entity: "enrollment.tokens", entityId: id });
    return { revokedCount };
  });
}
