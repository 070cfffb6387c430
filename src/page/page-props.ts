import type { Ref } from "react";
import type { ReferralsDashboardHandle, ReferralsDashboardProps } from "../dashboard/props.ts";
import type { HostLink } from "../frame/connect-to-host.ts";
import type { FrameConfig } from "../frame/protocol.ts";
import { fetchEarly, hasFirstData } from "./handshake.ts";
import type { HostTokens } from "./host-tokens.ts";
import { postError } from "./post-error.ts";

/** What the page knows. */
export interface PageSetting {
  config: FrameConfig;
  link: HostLink;
  tokens: HostTokens;
  /** The address's token of a page whose host never spoke; it cannot be renewed. */
  addressToken: string | undefined;
  /** Origin of the host page, checked against the token's list; `undefined`: the answer's `frame-ancestors` has decided. */
  hostOrigin: string | null | undefined;
  /** {base_url}. */
  apiUrl: string;
  /** False: a demo token goes to the service like any other. */
  demo: boolean;
  handleRef: Ref<ReferralsDashboardHandle>;
}

/** The dashboard in its frame: its callbacks become messages to the host. */
export function pageProps({ config, link, tokens, addressToken, demo, ...rest }: PageSetting): ReferralsDashboardProps {
  const { data = "referrals", ...look } = config;
  return {
    ...look,
    ...rest,
    data,
    token: link.origin === undefined ? addressToken : ({ reason }) => tokens.renew(reason),
    tokens,
    presentation: "page",
    environment: { fetchReal: fetchEarly, fetch: demo ? undefined : fetchEarly, hasFirstData },
    onStateChange: (state) => link.post({ type: "state", state }),
    onLoad: ({ data, state }) => link.post({ type: "load", data, state }),
    onError: (error) => postError(link, error),
    onEvent: (event) => event.type !== "state.changed" && link.post({ type: "event", event }),
  };
}
