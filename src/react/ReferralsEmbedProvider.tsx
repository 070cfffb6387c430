import type { ReactElement, ReactNode } from "react";
import { EmbedContext } from "./embed-context.ts";
import type { ReferralsEmbedProps } from "./embed-props.ts";
import { useTokenCall } from "./useTokenCall.ts";

/**
 * Props for every embed and hook below it; what a component says itself wins. All of them share one token request.
 * @example
 * <ReferralsEmbedProvider token={token} appUrl="https://app.example.com"><ReferralsEmbed data="referrals" /></ReferralsEmbedProvider>
 */
export function ReferralsEmbedProvider({
  children,
  ...props
}: Partial<ReferralsEmbedProps> & { children: ReactNode }): ReactElement {
  const tokens = useTokenCall();
  return <EmbedContext.Provider value={{ props, tokens }}>{children}</EmbedContext.Provider>;
}
