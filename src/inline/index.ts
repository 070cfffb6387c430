"use client";
/**
 * The dashboard in the host's own React tree. Needs `import "referrals-embed/styles.css"` once.
 * @example
 * <ReferralsDashboard data="referrals" token={getToken} apiUrl="https://app.example.com/api" />
 */
export { ReferralsDashboard } from "../dashboard/ReferralsDashboard.tsx";
export type { ReferralsDashboardHandle, ReferralsDashboardProps } from "../dashboard/props.ts";
export { ReferralsEmbedErrorPanel } from "../dashboard/ReferralsEmbedErrorPanel.tsx";
export { ReferralsEmbedSkeleton } from "../dashboard/ReferralsEmbedSkeleton.tsx";
