import { useState, type ReactElement } from "react";
import type { ReferralsTokenSource } from "../../src/contract/embed.ts";
import { ReferralsDashboard } from "../../src/dashboard/ReferralsDashboard.tsx";
import type { ReferralsDashboardProps } from "../../src/dashboard/props.ts";
import { createDemoFetch, type DemoScene, type DemoVariant } from "../../src/demo/index.ts";
import { useLook } from "./look.ts";

/** Props of {@link DemoDashboard}: a dashboard's own, and the scene it shows. */
export interface DemoDashboardProps extends Partial<Omit<ReferralsDashboardProps, "token">> {
  variant?: DemoVariant;
  override?: Partial<DemoScene>;
  token?: ReferralsTokenSource | null;
}

/** The real dashboard on data from memory, in the look the toolbar chose. A token of one's own hides the sample badge. */
export function DemoDashboard({ variant = "", override, ...props }: DemoDashboardProps): ReactElement {
  const look = useLook();
  const [fetch] = useState(() => createDemoFetch({ variant, override }));
  return (
    <ReferralsDashboard
      data="referrals"
      token="story"
      apiUrl="https://demo.invalid/api"
      theme={look.theme}
      themeOptions={look.themeOptions}
      locale={look.locale}
      environment={{ fetch, retryBaseMs: 1 }}
      {...props}
    />
  );
}
