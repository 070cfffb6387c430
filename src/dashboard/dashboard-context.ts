import { createContext, useContext, type Context } from "react";
import type { Bootstrap, EmbedScope, Interval } from "../contract/records.ts";
import type { ReferralsData, ReferralsEvent, ReferralsSection } from "../contract/embed.ts";
import type { Format } from "./format/create-format.ts";
import type { Session } from "./session.ts";

/** The shell's context for its screens before there is data. */
export interface Shell {
  session: Session;
  format: Format;
  data: ReferralsData;
  /** Tells the host what the partner did. */
  emit(event: ReferralsEvent): void;
  /** Tells the host what failed; reads and writes report by themselves. */
  fail(error: unknown, section?: ReferralsSection): void;
}

/** The context of panels: the first answer, and choices that all panels share for the session. */
export interface Dashboard extends Shell {
  bootstrap: Bootstrap;
  /** Offline: the banner says so, panels keep their data without a message of their own. */
  isOffline: boolean;
  /** Sections on screen, in order. */
  sections: readonly ReferralsSection[];
  /** Ids of rows that came by live updates since the dashboard was opened. */
  newRows: ReadonlySet<string>;
  /** A link was copied or shared since the dashboard was opened. */
  isShared: boolean;
  goTo(section: ReferralsSection): void;
  range: Interval;
  setRange(range: Interval): void;
  /** The token allows this write; controls it does not allow are not drawn. */
  can(scope: EmbedScope): boolean;
}

export const ShellContext: Context<Shell | null> = createContext<Shell | null>(null);
export const DashboardContext: Context<Dashboard | null> = createContext<Dashboard | null>(null);

/** Session, language and events of the embed around. */
export function useShell(): Shell {
  return useContext(ShellContext)!;
}

/** Everything a panel may use. */
export function useDashboard(): Dashboard {
  return useContext(DashboardContext)!;
}
