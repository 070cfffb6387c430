import { Suspense } from "react";
import { currentUser } from "./current-user";
import { Referrals } from "./referrals";

async function Dashboard() {
  const user = await currentUser();
  return user ? <Referrals userId={user.id} /> : <a href="/sign-in">Sign in</a>;
}

export default function Page() {
  return (
    <>
      <h1>Refer and earn</h1>
      <Suspense>
        <Dashboard />
      </Suspense>
    </>
  );
}
