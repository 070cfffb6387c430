import type { Config } from "../config.ts";
import type { Store } from "../store/open.ts";
import type { Db } from "../store/schema.ts";
import type { ActorType } from "referrals-embed/contract";
import type { Ids } from "./ids.ts";
import type { ClickStore } from "./click-store.ts";

/** The only source of time. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

/** Whether a moment is still to come, and no further away than it ever is: else the clock was ahead when it was noted. */
export function isAhead(moment: number, at: number, mostMs: number): boolean {
  return at < moment && moment - at <= mostMs;
}

/** Who does something, as the audit row names it. */
export interface Actor {
  type: ActorType;
  id: string | null;
  /** Of a person: how they are called. */
  name?: string;
}

/** Work after a commit; the answer waits for it. */
export type Effect = () => void | Promise<void>;

/** The first argument of every domain operation: the store, time, ids, settings, and who the operation acts for. */
export interface Context {
  /** Queries go here; inside `inTransaction` it is that transaction. */
  db: Db;
  /** The store itself, for transactions and for telling other replicas (`afterCommit(() => store.notify(...))`), or another lane of it. */
  store: Pick<Store, "engine" | "transaction" | "snapshot" | "notify" | "pool" | "reports" | "in">;
  clock: Clock;
  ids: Ids;
  config: Config;
  actor: Actor;
  workspaceId: string;
  requestId: string | null;
  /** Clicks on their way to the store, and how to record one; absent where nothing redirects. */
  clicks?: ClickStore;
  /** Runs `effect` once the outermost transaction is committed, never when it is rolled back. */
  afterCommit: (effect: Effect) => void | Promise<void>;
  /** Names of what was done ahead of the running transaction (`ahead`); none where nothing may be committed before it ends. */
  doneAhead?: ReadonlySet<string> | null;
}

/** The context's time as a Date, for columns. */
export function now(ctx: Pick<Context, "clock">): Date {
  return new Date(ctx.clock.now());
}

/** A context of the store itself, outside any transaction. */
export function createContext(
  parts: Pick<Context, "clock" | "ids" | "config" | "actor" | "workspaceId" | "requestId" | "clicks"> & {
    store: Store;
  },
): Context {
  return { ...parts, db: parts.store.db, afterCommit: (effect) => effect() };
}

/** The same outside any transaction, for what a call does after its own; it goes on where the caller disconnects. */
export function afterwards(ctx: Context): Context {
  return createContext({ ...ctx, store: ctx.store.in("calls", { workspaceId: ctx.workspaceId }) });
}
