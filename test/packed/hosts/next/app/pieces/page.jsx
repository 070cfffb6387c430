import { ReferralsLauncher, ReferralsLinkCard } from "referrals-embed";

export const dynamic = "force-dynamic";

export default function Page() {
  const options = { appUrl: process.env.APP_URL, token: process.env.TOKEN };
  return (
    <>
      <ReferralsLauncher {...options}>Refer a friend</ReferralsLauncher>
      <ReferralsLinkCard {...options} className="card" />
    </>
  );
}
