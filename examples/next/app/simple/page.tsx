import { Suspense } from "react";
import { connection } from "next/server";
import { ReferralsEmbed } from "referrals-embed";
import { currentUser } from "../current-user";
import { mintToken } from "../mint-token";

/** The token belongs to a request: under `cacheComponents` that is said by `connection()`, inside `Suspense`. */
async function Dashboard() {
  await connection();
  const user = await currentUser();
  if (!user) return null;
  const { publicToken } = await mintToken(user);
  return <ReferralsEmbed data="referrals" appUrl={process.env.NEXT_PUBLIC_REFERRALS_APP_URL} token={publicToken} />;
}

/** The shortest way: no client component and no route. The token is a string, so the dashboard ends with it, in three hours. */
export default function Page() {
  return (
    <Suspense>
      <Dashboard />
    </Suspense>
  );
}
