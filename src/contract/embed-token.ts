import type { PartnerLinkProps } from "./link.ts";
import type { DateTime } from "./scalars.ts";

/** What an embed token may do; `read` is always included. */
export const embedScopes = [
  /** Reads what the program shows. */
  "read",
  /** Makes and changes links. */
  "links:write",
  /** Changes the profile, and accepts, declines, leaves or applies. */
  "profile:write",
  /** Changes how the partner is paid. */
  "payouts:write",
  /** Sends referrals. */
  "referrals:write",
] as const;
/** Scope of an embed token. */
export type EmbedScope = (typeof embedScopes)[number];

/** Body of `POST /tokens/embed/referrals` (specification; superset of api-contract §9.1). */
export interface EmbedTokenInput {
  /**
   * The partner's id in your own database: the enrollment that has it is found by it. One of `tenantId`, `partnerId`
   * and `partner` is required.
   */
  tenantId?: string;
  /** Id of an enrolled partner, `pn_…`. */
  partnerId?: string;
  /** Who to enroll when nobody has the `tenantId`; ignored when somebody has. */
  partner?: {
    /** Full name. Default: what stands before the `@` of the address. */
    name?: string | null;
    /** Address; pass only one you have verified. */
    email: string;
    /** URL of the avatar. */
    image?: string | null;
    /** The same as `tenantId` beside `partner`. */
    tenantId?: string | null;
    /** Name in addresses, unique across the service; also the key of the first link. */
    username?: string | null;
    /** Id or slug of the group to enroll in. Default: the program's own. */
    groupId?: string | null;
    /** Country of residence, ISO 3166-1 alpha-2. */
    country?: string | null;
    /** What the partner says of themselves. */
    description?: string | null;
    /** Fields of the links made for the partner. */
    linkProps?: PartnerLinkProps;
  };
  /** Seconds the token works for. Default 10,800 (three hours). */
  expiresIn?: number;
  /** What the token may do; `read` is always included. Default: everything. */
  scopes?: EmbedScope[];
  /** Sites the token works on, `scheme://host[:port]`, among the program's own. Default: those of the program. */
  allowedOrigins?: string[];
}

/** Answer of the token operation: exactly these two. */
export interface EmbedToken {
  /** The token, `ref_embed_…`; meant for the browser. */
  publicToken: string;
  /** When it stops working. */
  expires: DateTime;
}

/** Body of `DELETE /tokens/embed/referrals`: exactly one of the three. */
export interface EmbedTokenRevokeInput {
  /** Revokes every token of the partner with this id in your own database. */
  tenantId?: string;
  /** Revokes every token of this partner, `pn_…`. */
  partnerId?: string;
  /** Revokes this token. */
  publicToken?: string;
}
