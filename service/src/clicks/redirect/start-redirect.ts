import { join } from "node:path";
import type { Config } from "../../config.ts";
import type { Clock } from "../../domain/context.ts";
import type { Ids } from "../../domain/ids.ts";
import { isSharedDomain } from "../../domain/links/link-domain.ts";
import { limits, type OnExhausted } from "../../limits.ts";
import { createWindow } from "../../middleware/rate-limit.ts";
import { Journal, type Damage } from "../journal/journal.ts";
import type { Disk } from "../journal/disk.ts";
import { SetAside } from "../journal/set-aside.ts";
import type { Store } from "../../store/open.ts";
import { ERASED } from "../../store/queries/partners/erasure.ts";
import { refusedClicks } from "../../store/queries/operation/journal.ts";
import { announceClicks } from "./announce-clicks.ts";
import { createAgentClassifier } from "./classify-agent.ts";
import { ClickRecorder } from "./click-recorder.ts";
import { createLocate } from "./geography.ts";
import { LinkCache } from "./link-cache.ts";
import type { AnswerLink } from "./listener.ts";
import { PasswordTries } from "./password-tries.ts";
import { createRedirect } from "./redirect.ts";

/** The running redirect, for the listener, the application and the shutdown. */
export interface RunningRedirect {
  /** Answers short links; `createListener` calls it for requests to a link domain. */
  answer: AnswerLink;
  isLinkDomain: (host: string) => Promise<boolean>;
  /** For `AppDeps.clicks`; `loaded` resolves once every answered click is in the tables. */
  clicks: ClickRecorder;
  /** State of storing clicks, for monitoring. */
  state: ClickState;
  /** Stores the clicks that wait and closes the journal; call it after the last answer and before the store closes. */
  close(): Promise<void>;
}

/** The state of clicks in `/ready` and `/metrics`. */
export interface ClickState {
  /** Age in milliseconds of the oldest answered click that is not stored; 0 when all are. */
  lagMs(): number;
  /** Rejects when the disk accepts no writes. */
  checkDisk(): Promise<void>;
  /** Number of damaged stretches kept beside the journal. */
  countDamaged(): number;
  /** Clicks that the database refused. */
  countRefused(): Promise<number>;
}

/** Opens the click journal under `dataDir`, stores the clicks an earlier process left there, and starts answering short links. */
export async function startRedirect(options: {
  store: Store;
  clock: Clock;
  ids: Ids;
  config: Config;
  /** Called for a failed store that is retried. */
  onError: (error: unknown) => void;
  /** Called for each password that a link's total limit refused. */
  onExhausted?: OnExhausted;
  disk?: Disk;
  /** Memory for clicks that are not stored yet. Default: 64 MB. */
  pendingBytes?: number;
}): Promise<RunningRedirect> {
  const { store, clock, ids, config, onError } = options;
  const onDamage = ({ segment, offset, bytes, file }: Damage): void =>
    onError(
      new SetAside(`${bytes} damaged bytes of the click journal (${segment}, byte ${offset}) are kept in ${file}`),
    );
  const journal = new Journal(join(config.dataDir, "journal"), { disk: options.disk, onDamage });
  const classify = createAgentClassifier(config.botFilter);
  const locate = createLocate(config);
  const window = createWindow(store, clock, limits.passwordOfLink.seconds * 1_000);
  const tries = new PasswordTries(window, options.onExhausted ?? (() => {}));
  const links = new LinkCache({
    store,
    now: () => clock.now(),
    isOwnHost: (host) => isSharedDomain(config, host),
  });
  const clicks = await ClickRecorder.start({
    store,
    journal,
    clock,
    classify,
    locate,
    ...(options.pendingBytes !== undefined && { pendingBytes: options.pendingBytes }),
    onError,
    durability: config.clickDurability,
    storage: {
      ids,
      now: () => clock.now(),
      counting: config.clickCounting,
      announce: (trx, stored) => announceClicks({ ids, config }, trx, stored),
    },
  });
  const stopListening = store.listen(ERASED, () => void clicks.emptyJournal().catch(onError));
  return {
    answer: createRedirect({ config, clock, links, clicks, classify, locate, tries, onError }),
    isLinkDomain: async (host) => (await links.readDomain(host)) !== null,
    clicks,
    state: {
      lagMs: () => clicks.lagMs,
      checkDisk: () => journal.checkDisk(),
      countDamaged: () => journal.countDamaged(),
      countRefused: async () => (await refusedClicks(store.db)).count,
    },
    close: async () => {
      stopListening();
      await clicks.stop();
      links.close();
      await journal.close();
    },
  };
}
