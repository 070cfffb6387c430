import { useEffect, useId, useMemo, useState, type ReactElement } from "react";
import { clsx } from "clsx";
import type { Bootstrap, Interval } from "../contract/records.ts";
import type { ReferralsSection, ReferralsState } from "../contract/embed.ts";
import { PanelSlot } from "./PanelSlot.tsx";
import { DashboardContext, useDashboard, useShell, type Dashboard } from "./dashboard-context.ts";
import { analyticsPanel, cardPanel, panels, prefetchPanel, type PanelEntry } from "./panels/index.ts";
import { readSectionAhead } from "./queries.ts";
import { resolveSections, type SectionChoice } from "./resolve-sections.ts";
import { TabPanel, Tabs } from "./ui/Tabs.tsx";
import { useHeldHeight } from "./ui/useHeldHeight.ts";
import { useLatest } from "./ui/useLatest.ts";

/** Props of {@link DashboardView}. */
export interface DashboardViewProps {
  bootstrap: Bootstrap;
  choice: SectionChoice;
  state: ReferralsState;
  /** A notice replaces it. */
  hidden: boolean;
  /** The section chosen; the first one otherwise. */
  picked: ReferralsSection | undefined;
  onPick: (section: ReferralsSection) => void;
  /** Ids of rows that came since the dashboard was opened. */
  newRows: ReadonlySet<string>;
}

/** The tab bar and its panels, and the choices that hold across them. */
export function DashboardView(props: DashboardViewProps): ReactElement {
  const { bootstrap, choice, state, hidden, picked, onPick, newRows } = props;
  const shell = useShell();
  const { data } = shell;
  const [isShared, setShared] = useState(false);
  const sections = useMemo(() => resolveSections(data, bootstrap, choice), [data, bootstrap, choice]);
  const [range, setRange] = useState<Interval>("30d");
  const active = picked && sections.includes(picked) ? picked : sections[0];
  const [box, holdHeight] = useHeldHeight(active);
  const isOffline = state.name === "offline";
  const latest = useLatest(active);
  // A new value renders every visited panel again, hidden ones too, so a change of tabs must not change it.
  const dashboard = useMemo((): Dashboard => {
    const { access, token } = bootstrap;
    const emit: Dashboard["emit"] = (event) => {
      if (event.type === "link.copied" || event.type === "link.shared") setShared(true);
      shell.emit(event);
    };
    const view = { bootstrap, isOffline, isShared, sections, newRows, range };
    return {
      ...shell,
      ...view,
      emit,
      goTo(section) {
        if (section === latest.current || !sections.includes(section)) return;
        holdHeight();
        onPick(section);
        emit({ type: "section.changed", section });
      },
      setRange(interval) {
        setRange(interval);
        emit({ type: "range.changed", interval });
      },
      can: (scope) => token.scopes.includes(scope) && (access === "full" || scope === "payouts:write"),
    };
  }, [shell, bootstrap, isOffline, isShared, sections, newRows, range, latest, holdHeight, onPick]);
  return (
    <DashboardContext.Provider value={dashboard}>
      <div ref={box} hidden={hidden} className={clsx(state.stale && "rf-stale")}>
        <p className="rf-print">
          {[bootstrap.program.name, bootstrap.partner?.name, shell.format.date(bootstrap.generatedAt)].join(" · ")}
        </p>
        {data === "analytics" && <PanelSlot entry={analyticsPanel} />}
        {data === "card" && <PanelSlot entry={cardPanel} />}
        {data === "referrals" && <TabbedPanels active={active} />}
      </div>
    </DashboardContext.Provider>
  );
}

/** When the code of the tabs most partners open next is fetched: the first figures are on screen, and the network is idle. */
const NEXT_MS = 1000;
const NEXT = ["links", "earnings"] as const;

function TabbedPanels({ active }: { active: ReferralsSection | undefined }): ReactElement {
  const group = useId();
  const { sections, session, bootstrap, goTo, format } = useDashboard();
  const [visited, setVisited] = useState<readonly ReferralsSection[]>([]);
  if (active && !visited.includes(active)) setVisited([...visited, active]);
  useEffect(() => {
    const offered = NEXT.filter((section) => sections.includes(section));
    const timer = setTimeout(() => offered.forEach((section) => prefetchPanel("referrals", section)), NEXT_MS);
    return () => clearTimeout(timer);
  }, [sections]);
  const shown = sections.flatMap((section): PanelEntry[] => panels.filter((entry) => entry.section === section));
  if (shown.length === 1) return <PanelSlot entry={shown[0]!} />;
  return (
    <>
      <Tabs
        label={format.t("title.referrals")}
        group={group}
        items={shown.map(({ section }) => ({ id: section, label: format.t(`section.${section}`) }))}
        active={active ?? "overview"}
        onChange={goTo}
        onIntent={(id) => {
          prefetchPanel("referrals", id);
          // A program that shows only payouts would refuse this list.
          const isFirst = !visited.includes(id) && (id !== "earnings" || bootstrap.sections.earnings);
          if (isFirst) readSectionAhead(session, id, format.timeZone);
        }}
      />
      {shown.map((entry) => (
        <TabPanel key={entry.section} group={group} id={entry.section} active={entry.section === active}>
          {visited.includes(entry.section) && <PanelSlot entry={entry} />}
        </TabPanel>
      ))}
    </>
  );
}
