import { z } from "@hono/zod-openapi";
import { mintEmbedToken } from "../domain/embed/mint-token.ts";
import { revokeEmbedTokens } from "../domain/embed/revoke-tokens.ts";
import { embedToken, embedTokenInput, embedTokenRevokeInput } from "../schemas/embed-token.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** Embed tokens. Minting ignores `Idempotency-Key`: it is repeatable by design, and a token is never stored in plain. */
export const embedTokenEndpoints: readonly Endpoint[] = [
  endpoint("embedTokens.referrals", {
    description:
      "Mints a token for a partner's browser, and enrolls the partner if nobody is enrolled under the `tenantId` or address. Call it from your server once per visit, behind your own sign-in; each call makes a token of its own, older ones live on.",
    body: embedTokenInput,
    output: embedToken,
    example: { body: { tenantId: "user_1042", partner: { name: "Ada Okafor", email: "ada@okafor.example" } } },
    idempotent: false,
    handle: ({ ctx, body }) => mintEmbedToken(ctx, body),
  }),
  endpoint("embedTokens.revoke", {
    description: "Revokes one token, or all of a partner. It takes effect on the next request.",
    body: embedTokenRevokeInput,
    output: z.strictObject({ revokedCount: z.int().describe("How many tokens no longer work.") }),
    example: { body: { tenantId: "user_1042" } },
    handle: ({ ctx, body }) => revokeEmbedTokens(ctx, body),
  }),
];
