import {
  HandleEmptyInListsPlugin,
  Kysely,
  Migrator,
  NoResultError,
  PostgresDialect,
  replaceWithNoncontingentExpression,
  type Transaction,
} from "kysely";
import { setTimeout } from "node:timers/promises";
import type { ClientBase, Pool } from "pg";
import { openEmbedded, STATEMENT_LIMIT_MS } from "./embedded/open-embedded.ts";
import { listenPostgres } from "./postgres/listen-postgres.ts";
import { openPostgres, unlimitedPool } from "./postgres/open-postgres.ts";
import type { Database } from "./schema.ts";
import { isOutdatedPlan } from "./preparing-client.ts";
import { migrations } from "./migrations/index.ts";

const CHANNEL = "store_changed";

/** Where the data lives. */
export type StoreOptions =
  | {
      /** Directory of the embedded database; null keeps it in memory (tests, demos). */
      dataDir: string | null;
      /** Tar of a migrated data directory to start an empty one from; default: the one shipped with the build, if any. */
      snapshot?: string | null;
      /** Longest statement; default {@link STATEMENT_LIMIT_MS}. */
      statementLimitMs?: number;
    }
  | {
      /** Connection string of a PostgreSQL 15 or newer. */
      databaseUrl: string;
      /** Connections of this process for calls, jobs and clicks; default 14. */
      poolSize?: number;
    };

/** The one database, on either engine, migrated. */
export type Store = {
  readonly engine: "embedded" | "postgres";
  readonly db: Kysely<Database>;
  /**
   * For analytics, which may take long. On a PostgreSQL server a few connections of their own that use one processor each, so that
   * questions wait for each other and not redirects or sales for them; the embedded store has one session for all.
   */
  readonly reports: Kysely<Database>;
  /**
   * For short links that are not in memory. On a PostgreSQL server connections of their own, so that no report, call or job can make a
   * visitor wait; the embedded store has one session for all.
   */
  readonly lookups: Pool;
  /** For named raw statements: `pool.query({ name, text, values })`. */
  readonly pool: Pool;
  /**
   * Runs `work` in one transaction. After a deadlock or serialization failure it runs again, so it must have no effect but on the
   * database. Inside, use only the transaction given: the embedded store has one session.
   */
  transaction<T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T>;
  /**
   * Runs the reads of a report, which see one moment of the data, whatever is written meanwhile; on a PostgreSQL server on a connection
   * for reports. A long one on the embedded store lets others in between its reads, and each of them sees its own moment: the one
   * session would answer nobody else until the end.
   */
  snapshot<T>(read: (db: Kysely<Database>) => Promise<T>, options: { isLong: boolean }): Promise<T>;
  /** Tells every replica, this process first and at once, that something changed. Call after the commit. */
  notify(topic: string, payload: string): Promise<void>;
  /** Listens for changes, including those notified by triggers (migration 0002); returns its undo. */
  listen(topic: string, listener: ChangeListener): () => void;
  /** Whether changes of other replicas are received right now. */
  isLive(): boolean;
  /** The data directory of an embedded store as an uncompressed tar, to start others from. */
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
};

type Engine = Pick<Store, "engine" | "pool" | "dump" | "close"> & {
  /** Connections for `Store.reports`. */
  reportPool: Pool;
  /** Connections for `Store.lookups`. */
  lookupPool: Pool;
  publish: (topic: string, payload: string) => Promise<void>;
  /** However long it takes: statements are limited afterwards. */
  migrate: () => Promise<void>;
};

/**
 * Opens the store and applies its migrations.
 *
 * @throws Error, one readable line, when the directory is in use or not writable, the server does not answer, or a migration fails.
 */
export const openStore = async (options: StoreOptions): Promise<Store> => {
  const feed = new ChangeFeed();
  const engine = "databaseUrl" in options ? await postgresEngine(options, feed) : await embeddedEngine(options, feed);
  const db = kyselyOf(engine.pool);
  const reports = kyselyOf(engine.reportPool);
  try {
    await engine.migrate();
  } catch (error) {
    await engine.close();
    throw error;
  }
  return {
    engine: engine.engine,
    db,
    reports,
    lookups: engine.lookupPool,
    pool: engine.pool,
    transaction: (work) => transact(db, work),
    snapshot: (read, { isLong }) =>
      engine.engine === "embedded" && isLong
        ? read(db)
        : reports.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read),
    notify: async (topic, payload) => {
      feed.emit(topic, payload);
      await engine.publish(topic, payload);
    },
    listen: (topic, listener) => feed.listen(topic, listener),
    isLive: () => feed.live,
    dump: engine.dump,
    close: engine.close,
  };
};

/** A list without entries holds nothing: `in ()` is a syntax error on both engines, which only the first empty list would show. */
const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });

function kyselyOf(pool: Pool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }), plugins: [emptyLists] });
}

async function embeddedEngine(options: Extract<StoreOptions, { dataDir: unknown }>, feed: ChangeFeed): Promise<Engine> {
  const { pool, server, close } = await openEmbedded({ ...options, onConnect: hear(feed) });
  return {
    engine: "embedded",
    pool,
    reportPool: pool,
    lookupPool: pool,
    dump: () => server.dump(),
    close,
    publish: async () => {},
    migrate: async () => {
      await migrate(kyselyOf(pool));
      server.limit(options.statementLimitMs ?? STATEMENT_LIMIT_MS);
    },
  };
}

async function postgresEngine(
  options: Extract<StoreOptions, { databaseUrl: string }>,
  feed: ChangeFeed,
): Promise<Engine> {
  const { pool, reportPool, lookupPool, close } = await openPostgres({ ...options, onConnect: hear(feed) });
  const stopListening = await listenPostgres({
    databaseUrl: options.databaseUrl,
    channel: CHANNEL,
    onPayload: (message) => feed.hear(message),
    onGap: () => feed.gap(),
    onLive: (live) => (feed.live = live),
  });
  return {
    engine: "postgres",
    pool,
    reportPool,
    lookupPool,
    dump: async () => {
      throw new Error("a PostgreSQL server is backed up with its own tools (pg_dump)");
    },
    close: async () => {
      await stopListening();
      await close();
    },
    publish: async (topic, payload) => {
      await pool.query({ name: "notify", text: "select pg_notify($1, $2)", values: [CHANNEL, `${topic}:${payload}`] });
    },
    migrate: async () => {
      const unlimited = unlimitedPool(options.databaseUrl);
      await migrate(kyselyOf(unlimited)).finally(() => unlimited.end());
    },
  };
}

/**
 * Subscribes a pooled session to the channel. A listening session receives its own notifications before its commit is answered: that
 * is what lets a redirect in this process follow a link's edit at once.
 */
function hear(feed: ChangeFeed): (client: ClientBase) => Promise<void> {
  return async (client) => {
    client.on("notification", ({ payload }) => feed.hear(payload ?? ""));
    await client.query(`listen ${CHANNEL}`);
  };
}

/**
 * deadlock_detected, serialization_failure: the database asks to try again. foreign_key_violation: a row that was to be named was removed
 * meanwhile, or a row that was to be removed was named.
 */
const passing = new Set(["40P01", "40001", "23503"]);

/**
 * Whether a transaction that failed so may succeed when it runs again, because it read what another transaction has changed since, or
 * another process the columns: the next reading finds out.
 */
function isPassing(error: unknown): boolean {
  const isKnown = error instanceof NoResultError || isOutdatedPlan(error);
  return isKnown || passing.has(String((error as { code?: unknown }).code));
}

/** How often a transaction runs again: the last resort, for locks are taken in one order. */
const lastTry = 5;

const transact = async <T>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
  triesLeft = lastTry,
): Promise<T> => {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (triesLeft === 0 || !isPassing(error)) throw error;
    // Two that met would meet again.
    await setTimeout(Math.random() * 50 * 2 ** (lastTry - triesLeft));
    return transact(db, work, triesLeft - 1);
  }
};

/** Hears of a change; without a payload some changes may have been missed and nothing remembered holds any more. */
type ChangeListener = (payload?: string) => void;

/** Listeners of this process by topic. */
class ChangeFeed {
  /** False while the connection for notifications is down. */
  live = true;
  readonly #listeners = new Map<string, Set<ChangeListener>>();

  /** Answers the function that ends the listening. */
  listen(topic: string, listener: ChangeListener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** A message of the channel: `<topic>:<payload>`. */
  hear(message: string): void {
    const at = message.indexOf(":");
    this.emit(message.slice(0, at), message.slice(at + 1));
  }

  emit(topic: string, payload: string): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(payload);
  }

  /** Tells everybody that changes may have been missed. */
  gap(): void {
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener();
  }
}

/**
 * Brings the schema up to date; answers the names of the migrations applied. Safe to run on several replicas at once: Kysely holds an
 * advisory lock meanwhile.
 *
 * @throws Error when a migration fails; the database then is as before it.
 */
export const migrate = async <Tables>(db: Kysely<Tables>): Promise<string[]> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw new Error(`the database cannot be migrated: ${reasonOf(error)}`, { cause: error });
  return results.map(({ migrationName }) => migrationName);
};
function reasonOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  if (!said.startsWith("corrupted migrations")) return said;
  return "it was written by a newer version of this program. Start that version, or restore a backup of before its first start.";
}
