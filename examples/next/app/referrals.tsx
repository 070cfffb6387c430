"use client";

import { ReferralsEmbed } from "referrals-embed";

// Called at once, and again whenever the token is about to expire.
const mint = () => fetch("/api/referrals-token", { method: "POST" }).then((r) => (r.ok ? r.json() : Promise.reject(r)));
const appUrl = process.env.NEXT_PUBLIC_REFERRALS_APP_URL;

// The key makes the dashboard of another user a fresh one.
export const Referrals = ({ userId }: { userId: string }) => (
  <ReferralsEmbed key={userId} data="referrals" appUrl={appUrl} token={mint} theme="system" />
);
