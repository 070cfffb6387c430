import type { ReactElement, Ref } from "react";
import type { ReferralsDashboardHandle } from "../dashboard/props.ts";
import { ReferralsDashboard } from "../dashboard/ReferralsDashboard.tsx";
import type { HostLink } from "../frame/connect-to-host.ts";
import type { FrameConfig } from "../frame/protocol.ts";
import { fetchEarly } from "./handshake.ts";
import type { HostTokens } from "./host-tokens.ts";
import { postError } from "./post-error.ts";

/** Props of {@link EmbedPage}. */
export interface EmbedPageProps {
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
export function EmbedPage({ config, link, tokens, addressToken, demo, ...rest }: EmbedPageProps): ReactElement {
  const { data = "referrals", ...look } = config;
  return (
    <ReferralsDashboard
      {...look}
      {...rest}
      data={data}
      token={link.origin === undefined ? addressToken : ({ reason }) => tokens.renew(reason)}
      tokens={tokens}
      presentation="page"
      environment={{ fetchReal: fetchEarly, fetch: demo ? undefined : fetchEarly }}
      onStateChange={(state) => link.post({ type: "state", state })}
      onLoad={({ data, state }) => link.post({ type: "load", data, state })}
      onError={(error) => postError(link, error)}
      onEvent={(event) => event.type !== "state.changed" && link.post({ type: "event", event })}
    />
  );
}
