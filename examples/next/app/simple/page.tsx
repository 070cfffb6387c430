import { ReferralsEmbed } from "referrals-embed";
import { currentUser } from "../current-user";
import { mintToken } from "../mint-token";

export const dynamic = "force-dynamic";

/** The shortest way: no client component and no route. The token is a string, so the dashboard ends with it, in three hours. */
export default async function Page() {
  const user = await currentUser();
  if (!user) return null;
  const { publicToken } = await mintToken(user);
  return <ReferralsEmbed data="referrals" appUrl={process.env.NEXT_PUBLIC_REFERRALS_APP_URL} token={publicToken} />;
}
