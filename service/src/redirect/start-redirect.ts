import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Clock } from "../domain/context.ts";
import type { Ids } from "../domain/ids.ts";
import { createWindow } from "../middleware/rate-limit.ts";
import { Journal } from "../store/journal/journal.ts";
import type { Disk } from "../store/journal/disk.ts";
import type { Store } from "../store/open.ts";
import { announceClicks } from "./announce-clicks.ts";
import { createAgentClassifier } from "./classify-agent.ts";
import { ClickRecorder } from "./click-recorder.ts";
import { createLocate } from "./geography.ts";
import { LinkCache } from "./link-cache.ts";
import type { AnswerLink } from "./listener.ts";
import { createRedirect } from "./redirect.ts";

/** Ten failed passwords per visitor and link in this time (L7). */
const PASSWORD_WINDOW_MS = 600_000;

/** The running redirect: what the listener, the application and the shutdown need of it. */
export interface RunningRedirect {
  /** For `createListener`. */
  answer: AnswerLink;
  isLinkDomain: (host: string) => Promise<boolean>;
  /** For `AppDeps.clicks`; `loaded` resolves once every answered click is in the tables. */
  clicks: ClickRecorder;
  /** Stores the clicks that wait and closes the journal; call it after the last answer and before the store closes. */
  close(): Promise<void>;
}

/** Opens the click journal under `dataDir`, stores what an earlier process left in it, and begins to answer short links. */
export async function startRedirect(options: {
  store: Store;
  clock: Clock;
  ids: Ids;
  config: Config;
  /** Told of what could not be stored and is being tried again. */
  onError: (error: unknown) => void;
  disk?: Disk;
}): Promise<RunningRedirect> {
  const { store, clock, ids, config, onError } = options;
  const journal = new Journal(join(config.dataDir, "journal"), options.disk);
  const classify = createAgentClassifier(config.botFilter);
  const locate = createLocate(config);
  const tries = createWindow(store, clock, PASSWORD_WINDOW_MS);
  const links = new LinkCache(store, () => clock.now());
  const clicks = await ClickRecorder.start({
    store,
    journal,
    clock,
    classify,
    locate,
    onError,
    durability: config.clickDurability,
    storage: {
      ids,
      counting: config.clickCounting,
      announce: (trx, stored) => announceClicks({ ids, config }, trx, stored),
    },
  });
  return {
    answer: createRedirect({ config, clock, links, clicks, classify, locate, tries, onError }),
    isLinkDomain: async (host) => (await links.readDomain(host)) !== null,
    clicks,
    close: async () => {
      await clicks.stop();
      links.close();
      await journal.close();
    },
  };
}
