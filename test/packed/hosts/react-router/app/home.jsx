import { ReferralsEmbed } from "referrals-embed";

export const loader = () => ({ appUrl: process.env.APP_URL, token: process.env.TOKEN });

export default function Home({ loaderData: { appUrl, token } }) {
  return <ReferralsEmbed data="referrals" appUrl={appUrl} token={() => Promise.resolve(token)} theme="dark" />;
}
