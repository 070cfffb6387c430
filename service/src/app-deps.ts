import type { Config } from "./config.ts";
import type { Clock } from "./domain/context.ts";
import type { Ids } from "./domain/ids.ts";
import type { ClickStore } from "./domain/click-store.ts";
import type { OnExhausted } from "./limits.ts";
import type { Admission } from "./middleware/admission.ts";
import type { Store } from "./store/open.ts";
import type { ProvenCredentials } from "./unproven.ts";

/** Log for details that an answer must not contain. */
export interface Log {
  error(fields: object, message: string): void;
}

/** Dependencies of the application; none of them reads the environment or listens. */
export interface AppDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  config: Config;
  log: Log;
  /** The redirect's click recording; absent where nothing redirects. */
  clicks?: ClickStore;
  /** The gates that calls and operators' commands share; default are gates of the application alone. */
  admission?: Admission;
  /** Called with accepted credentials: requests with one pass, others are counted by address. */
  proven?: ProvenCredentials;
  /** Called for each request that a total over all addresses refused, with the id of the total's key or link. */
  onExhausted?: OnExhausted;
  /** The API description from the build; default: generated at the first request. */
  description?: string;
  /** Checks every answer against its schema and fails loudly; on in tests, off in production. Default false. */
  checkAnswers?: boolean;
}
