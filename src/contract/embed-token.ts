/** What an embed token may do; `read` is always included. */
export const embedScopes = ["read", "links:write", "profile:write", "payouts:write", "referrals:write"] as const;
