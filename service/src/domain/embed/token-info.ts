import type { EmbedTokenInfo } from "referrals-embed/contract";
import type { EmbedSession } from "./session.ts";

/** Life of the token in use. */
export function tokenInfo({ expiresAt, scopes, allowedOrigins }: EmbedSession): EmbedTokenInfo {
  return { expires: expiresAt.toISOString(), scopes, allowedOrigins };
}
