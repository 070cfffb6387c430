import { useState, type ReactElement } from "react";
import type { ReferralsStateName, ReferralsTokenSource } from "../../src/contract/embed.ts";
import { ReferralsDashboard } from "../../src/dashboard/ReferralsDashboard.tsx";
import type { ReferralsDashboardProps } from "../../src/dashboard/props.ts";
import { createDemoFetch, type DemoScene, type DemoVariant } from "../../src/demo/index.ts";
import { useLook, type LookArgs } from "./look.ts";
import { plainScene } from "./plain-scene.ts";

interface Scene {
  variant?: DemoVariant;
  override?: Partial<DemoScene>;
  token?: ReferralsTokenSource | null;
}

/** Arguments of a story of the dashboard: its props, the scene it shows, and its look, which reaches it by the context. */
export interface DemoDashboardProps
  extends Partial<Omit<ReferralsDashboardProps, "token" | "themeOptions" | keyof LookArgs>>, LookArgs, Scene {
  /** Shows this state, whatever the scene. */
  state?: ReferralsStateName;
}

const failing = (code: NonNullable<DemoScene["failure"]>["with"]): Scene => ({
  override: { failure: { calls: "all", with: code } },
});

/** The scene in which a state is shown. */
const scenes: Readonly<Record<ReferralsStateName, Scene>> = {
  ready: {},
  loading: { token: null },
  expired: failing("unauthorized"),
  pending: { variant: "pending" },
  invited: { variant: "invited" },
  rejected: { variant: "rejected" },
  declined: { variant: "declined" },
  deactivated: { variant: "deactivated" },
  banned: { variant: "banned" },
  offline: failing("network"),
  rate_limited: { variant: "rate_limited" },
  blocked: { variant: "blocked" },
  error: failing("internal_server_error"),
};

/** The real dashboard on data from memory, in the look that was chosen. A token of one's own hides the sample badge. */
export function DemoDashboard({
  variant,
  override,
  token = "story",
  state = "ready",
  ...props
}: DemoDashboardProps): ReactElement {
  const scene = { variant, override, token, ...scenes[state] };
  // Another scene is another demo, with a dashboard that knows nothing of the one before.
  return <Dashboard key={JSON.stringify([scene, props.data])} {...props} {...scene} />;
}

function Dashboard({ variant = "", override, token, ...props }: Omit<DemoDashboardProps, "state">): ReactElement {
  const look = useLook();
  const [fetch] = useState(() => createDemoFetch({ variant, override: { ...plainScene, ...override } }));
  return (
    <ReferralsDashboard
      data="referrals"
      apiUrl="https://demo.invalid/api"
      environment={{ fetch, retryBaseMs: 1 }}
      {...props}
      {...look}
      token={token}
    />
  );
}
