import type { ReferralsEmbedProps } from "./embed-props.ts";

/** {base_url} of what a host gave: `apiUrl`, else `{appUrl}/api`, else that of the host's own origin. */
export const apiUrlOf = ({ apiUrl, appUrl }: Pick<ReferralsEmbedProps, "apiUrl" | "appUrl">): string =>
  apiUrl ?? `${`${appUrl ?? ""}`.replace(/\/+$/, "")}/api`;
