import { render, type RenderResult } from "@testing-library/react";
import { userEvent, type UserEvent } from "@testing-library/user-event";
import { createRef, type RefObject } from "react";
import type { Bootstrap } from "../../src/contract/records.ts";
import type { ReferralsEmbedError, ReferralsEvent, ReferralsState } from "../../src/contract/embed.ts";
import { ReferralsDashboard } from "../../src/dashboard/ReferralsDashboard.tsx";
import type { ReferralsDashboardHandle, ReferralsDashboardProps } from "../../src/dashboard/props.ts";
import type { DemoFetchOptions } from "../../src/demo/create-demo-fetch.ts";
import { createDemoFetch } from "../demo/fixed-day.ts";

export const API = "https://service.test/api";

/** What a shown dashboard reported, and the means to drive it. */
export interface Shown extends RenderResult {
  user: UserEvent;
  events: ReferralsEvent[];
  errors: ReferralsEmbedError[];
  states: ReferralsState[];
  /** `METHOD path?query` of every request. */
  requests: string[];
  handle: RefObject<ReferralsDashboardHandle | null>;
  /** The first answer, asked for by the test itself. */
  ask: (query?: string) => Promise<Bootstrap>;
  /** Any other answer, by its path below the prefix. */
  read: <T>(path: string) => Promise<T>;
  again: (props: Partial<ReferralsDashboardProps>) => void;
}

/** The real dashboard over the embed data API in memory; retries follow at once. */
export function showDashboard(
  demo: DemoFetchOptions & { fetch?: typeof fetch } = {},
  props: Partial<ReferralsDashboardProps> = {},
): Shown {
  const answer = demo.fetch ?? createDemoFetch(demo);
  const requests: string[] = [];
  const events: ReferralsEvent[] = [];
  const errors: ReferralsEmbedError[] = [];
  const states: ReferralsState[] = [];
  const handle = createRef<ReferralsDashboardHandle>();
  const counted: typeof fetch = (input, init) => {
    requests.push(`${init?.method ?? "GET"} ${String(input).replace(`${API}/embed/referrals`, "") || "/"}`);
    return answer(input, init);
  };
  const element = (more: Partial<ReferralsDashboardProps>): React.ReactElement => (
    <ReferralsDashboard
      data="referrals"
      token="ref_embed_test"
      apiUrl={API}
      locale="en"
      onEvent={(event) => events.push(event)}
      onError={(error) => errors.push(error)}
      onStateChange={(state) => states.push(state)}
      handleRef={handle}
      environment={{ fetch: counted, retryBaseMs: 1 }}
      {...props}
      {...more}
    />
  );
  const user = userEvent.setup();
  const view = render(element({}));
  const ask = async (query = "interval=30d"): Promise<Bootstrap> => {
    const zone = encodeURIComponent(new Intl.DateTimeFormat().resolvedOptions().timeZone);
    const response = await answer(`${API}/embed/referrals?${query}&timezone=${zone}`, {
      headers: { Authorization: "Bearer ref_embed_test" },
    });
    return (await response.json()) as Bootstrap;
  };
  const read = async <T,>(path: string): Promise<T> => {
    const response = await answer(`${API}/embed/referrals${path}`, {
      headers: { Authorization: "Bearer ref_embed_test" },
    });
    return (await response.json()) as T;
  };
  return {
    ...view,
    user,
    events,
    errors,
    states,
    requests,
    handle,
    ask,
    read,
    again: (more) => view.rerender(element(more)),
  };
}
