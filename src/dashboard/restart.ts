import { readAfresh, type Session } from "./session.ts";

/** Forgets what failed and reads everything afresh. */
export function reload({ set, queryClient }: Session): Promise<void> {
  set({ failure: null });
  return readAfresh(queryClient);
}

/** Goes on with another token: the host's user has changed, or the session had ended. */
export async function refreshToken(session: Session): Promise<void> {
  await session.tokens.renew("rejected");
  session.set({ ended: null });
  await reload(session);
}
