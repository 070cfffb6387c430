import { z } from "@hono/zod-openapi";
import { mintEmbedToken } from "../domain/embed/mint-token.ts";
import { revokeEmbedTokens } from "../domain/embed/revoke-tokens.ts";
import { embedToken, embedTokenInput, embedTokenRevoke } from "../schemas/embed-token.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** Embed tokens. Minting ignores `Idempotency-Key`: it is repeatable by design, and a token is never stored in plain. */
export const embedTokenEndpoints: readonly Endpoint[] = [
  endpoint("embedTokens.referrals", {
    body: embedTokenInput,
    output: embedToken,
    idempotent: false,
    handle: ({ ctx, body }) => mintEmbedToken(ctx, body),
  }),
  endpoint("embedTokens.revoke", {
    body: embedTokenRevoke,
    output: z.strictObject({ revokedCount: z.int() }),
    handle: ({ ctx, body }) => revokeEmbedTokens(ctx, body),
  }),
];
