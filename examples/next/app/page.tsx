import { currentUser } from "./current-user";
import { Referrals } from "./referrals";

export default async function Page() {
  const user = await currentUser();
  return (
    <>
      <h1>Refer and earn</h1>
      {user ? <Referrals userId={user.id} /> : <a href="/sign-in">Sign in</a>}
    </>
  );
}
