import type { ReferralsFirstData } from "../contract/embed.ts";
import { operations, type EmbedToken } from "../contract/index.ts";
import { createCaller, type CallerOptions } from "../http/call.ts";
import { firstQuery } from "../http/first-query.ts";

/** A token with what the dashboard reads first, as the browser would read it. Pass it on to the page as it is. */
export interface EmbedTokenWithFirstData extends EmbedToken {
  /** Missing when the time zone is not known, or the read has failed: the dashboard then reads by itself. */
  firstData?: ReferralsFirstData;
}

/** Of the read: a page that waits for its token should not wait for more than that. */
const TIMEOUT_MS = 2000;

/** Reads with a new token what the dashboard would read first, so that the page has both after one round trip. */
export async function withFirstData(
  token: EmbedToken,
  timezone: unknown,
  to: Pick<CallerOptions, "baseUrl" | "fetch">,
): Promise<EmbedTokenWithFirstData> {
  if (typeof timezone !== "string" || timezone === "") return token;
  const credential = token.publicToken;
  const call = createCaller({ ...to, credential, rowOf: () => operations["embed.bootstrap"], timeoutMs: TIMEOUT_MS });
  try {
    const { value } = await call("embed.bootstrap", { query: firstQuery(timezone) });
    return { ...token, firstData: { timezone, bootstrap: value } };
  } catch {
    return token;
  }
}
