import { ReferralsEmbed } from "referrals-embed";

export const Referrals = ({ appUrl, token }) => (
  <ReferralsEmbed data="referrals" appUrl={appUrl} token={() => Promise.resolve(token)} theme="dark" />
);
