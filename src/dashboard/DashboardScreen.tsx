import { useCallback, useContext, useState, type ComponentType, type ReactElement, useEffect } from "react";
import type { Bootstrap } from "../contract/records.ts";
import type { ReferralsSection, ReferralsState, ReferralsTokenSource, ReferralsData } from "../contract/embed.ts";
import { DashboardView } from "./DashboardView.tsx";
import { Lazily } from "./Lazily.tsx";
import { ShellContext } from "./dashboard-context.ts";
import type { Format } from "./format/create-format.ts";
import type { LiveUpdatesProps } from "./live/LiveUpdates.tsx";
import type { SectionChoice } from "./resolve-sections.ts";
import { Badge } from "./ui/Badge.tsx";
import { StateScreen, useNotice } from "./states/StateScreen.tsx";
import { prefetchPanel } from "./panels/index.ts";
import { DashboardSkeleton } from "./DashboardSkeleton.tsx";
import { VisuallyHidden } from "./ui/VisuallyHidden.tsx";
import { loadCode } from "../http/load-code.ts";

/** Props of {@link DashboardScreen}. */
export interface DashboardScreenProps {
  data: ReferralsData;
  state: ReferralsState;
  bootstrap: Bootstrap | undefined;
  choice: SectionChoice;
  token: ReferralsTokenSource | null | undefined;
  /** A demo token is in use. */
  demo: boolean;
}

const loadLive = (): Promise<ComponentType<LiveUpdatesProps>> =>
  loadCode(() => import("./live/LiveUpdates.tsx"), "LiveUpdates").then((code) => code.LiveUpdates);

/** States whose notice is shown above the panels instead of replacing them. */
const BESIDE = ["ready", "offline", "deactivated"];
/** States without live updates: there is no data to update. */
const NO_LIVE_STATES = ["loading", "expired", "blocked", "error"];

/**
 * The screen for each state. Panels that were shown stay mounted below a state that covers them, so that typed text is not lost; an origin
 * that may not see the data never gets them. Until a notice's code has loaded, the previous screen stays: otherwise everything below the
 * embed would jump twice.
 */
export function DashboardScreen(props: DashboardScreenProps): ReactElement {
  const { data, state, bootstrap, choice, token, demo } = props;
  const format = useContext(ShellContext)?.format;
  const [picked, setPicked] = useState<ReferralsSection>();
  const [newRows, setNewRows] = useState<ReadonlySet<string>>(new Set());
  const onNewRow = useCallback((id: string) => setNewRows((rows) => new Set(rows).add(id)), []);
  const isLive = data !== "card" && bootstrap?.sections.live && !NO_LIVE_STATES.includes(state.name);
  const readable = bootstrap && bootstrap.access !== "none" && state.name !== "blocked" ? bootstrap : undefined;
  const beside = BESIDE.includes(state.name);
  const notice = useNotice(state);
  const [isOpen, setOpen] = useState(false);
  if (readable && notice && !isOpen) setOpen(true);
  const waits = !(readable && isOpen) && (state.name === "loading" || !notice);
  if (waits || !format) return <LoadingScreen data={data} t={format?.t} />;
  return (
    <div className="rf-stack rf-screen">
      {demo && (
        <div className="rf-sample">
          <Badge>{format.t("shell.sampleData")}</Badge>
        </div>
      )}
      {notice && (
        <StateScreen
          state={state}
          bootstrap={bootstrap}
          token={token}
          onPayoutSettings={() => setPicked("settings")}
          notice={notice}
        />
      )}
      {readable && (
        <DashboardView
          bootstrap={readable}
          choice={choice}
          state={state}
          hidden={!beside && notice !== undefined}
          picked={picked}
          onPick={setPicked}
          newRows={newRows}
        />
      )}
      {isLive && (
        <Lazily
          key={`${bootstrap.program.id} ${bootstrap.partner?.id}`}
          load={loadLive}
          props={{ bootstrap, onNewRow }}
        />
      )}
    </div>
  );
}

const LONG_MS = 8_000;

/**
 * The skeleton, from the start and before there are words: drawn once. Assistive technology hears "loading", and after 8 s
 * "still loading".
 */
function LoadingScreen({ data, t }: { data: ReferralsData; t: Format["t"] | undefined }): ReactElement {
  const [long, setLong] = useState(false);
  useEffect(() => prefetchPanel(data), [data]);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      {t && <VisuallyHidden role="status">{t(long ? "shell.stillLoading" : "shell.loading")}</VisuallyHidden>}
      <DashboardSkeleton data={data} />
    </>
  );
}
