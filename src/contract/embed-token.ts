import type { PartnerLinkProps } from "./link.ts";
import type { DateTime } from "./scalars.ts";

/** What an embed token may do; `read` is always included. */
export const embedScopes = ["read", "links:write", "profile:write", "payouts:write", "referrals:write"] as const;
/** Scope of an embed token. */
export type EmbedScope = (typeof embedScopes)[number];

/** Body of `POST /tokens/embed/referrals` (specification; superset of api-contract §9.1). */
export interface EmbedTokenInput {
  tenantId?: string;
  partnerId?: string;
  partner?: {
    name?: string | null;
    email: string;
    image?: string | null;
    tenantId?: string | null;
    username?: string | null;
    /** Group id or slug. */
    groupId?: string | null;
    country?: string | null;
    description?: string | null;
    linkProps?: PartnerLinkProps;
  };
  /** Seconds, 300..86400, default 10800. */
  expiresIn?: number;
  /** Default all. */
  scopes?: EmbedScope[];
  /** `scheme://host[:port]`, at most 20. */
  allowedOrigins?: string[];
}

/** Answer of the token operation: exactly these two. */
export interface EmbedToken {
  /** `ref_embed_...`; meant for the browser. */
  publicToken: string;
  expires: DateTime;
}

/** Body of `DELETE /tokens/embed/referrals`: exactly one of the three. */
export interface EmbedTokenRevokeInput {
  tenantId?: string;
  partnerId?: string;
  publicToken?: string;
}
