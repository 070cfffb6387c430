import { useState, type ReactElement } from "react";
import type { Bootstrap } from "../contract/embed-data.ts";
import type { ReferralsSection, ReferralsState, ReferralsTokenSource } from "../contract/embed.ts";
import { DashboardView } from "./DashboardView.tsx";
import { LoadingScreen } from "./LoadingScreen.tsx";
import { useShell } from "./dashboard-context.ts";
import type { SectionChoice } from "./resolve-sections.ts";
import { Badge } from "./ui/Badge.tsx";
import { StateScreen } from "./states/StateScreen.tsx";

/** Props of {@link DashboardScreen}. */
export interface DashboardScreenProps {
  state: ReferralsState;
  bootstrap: Bootstrap | undefined;
  choice: SectionChoice;
  token: ReferralsTokenSource | null | undefined;
  /** A demo token is in use. */
  demo: boolean;
}

/** States whose notice stands above the panels instead of in their place. */
const BESIDE = ["ready", "offline", "deactivated"];

/**
 * What is on screen in each state. Panels once shown stay mounted below a state that covers them, so that nothing typed is
 * lost (DES-F4); an origin that may not see the data never gets them (EMB-P15).
 */
export function DashboardScreen({ state, bootstrap, choice, token, demo }: DashboardScreenProps): ReactElement {
  const { data, format } = useShell();
  const [picked, setPicked] = useState<ReferralsSection>();
  const readable = bootstrap && bootstrap.access !== "none" && state.name !== "blocked" ? bootstrap : undefined;
  const beside = BESIDE.includes(state.name);
  if (state.name === "loading" && !readable) return <LoadingScreen data={data} />;
  return (
    <div className="rf-stack rf-screen">
      {demo && (
        <div className="rf-sample">
          <Badge>{format.t("shell.sampleData")}</Badge>
        </div>
      )}
      {state.name !== "ready" && (
        <StateScreen state={state} bootstrap={bootstrap} token={token} onPayoutSettings={() => setPicked("settings")} />
      )}
      {readable && (
        <div hidden={!beside}>
          <DashboardView
            bootstrap={readable}
            choice={choice}
            stale={state.stale === true}
            picked={picked}
            onPick={setPicked}
          />
        </div>
      )}
    </div>
  );
}
