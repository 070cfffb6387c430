import { currentUser } from "../../current-user";
import { mintToken } from "../../mint-token";

export async function POST() {
  const user = await currentUser();
  if (!user) return new Response(null, { status: 401 });
  return Response.json(await mintToken(user), { headers: { "Cache-Control": "no-store" } });
}
