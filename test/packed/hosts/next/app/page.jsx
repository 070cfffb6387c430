import { ReferralsEmbed } from "referrals-embed";

export const dynamic = "force-dynamic";

export default function Page() {
  return <ReferralsEmbed data="referrals" appUrl={process.env.APP_URL} token={process.env.TOKEN} theme="dark" />;
}
