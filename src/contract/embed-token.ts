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
