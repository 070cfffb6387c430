import type { Session } from "./session.ts";
import { tabOf, type Tab } from "./tab.ts";

/** A browser at work: its name and version, and its tab. */
export interface DrivenBrowser {
  name: string;
  tab: Tab;
  close(): Promise<void>;
}

/** A session's browser, its window wide enough for the scenes. */
export async function drivenBy(session: Session): Promise<DrivenBrowser> {
  await session.send("setWindowRect", { width: 1280, height: 1000 });
  return { name: session.name, tab: tabOf(session), close: () => session.close() };
}
