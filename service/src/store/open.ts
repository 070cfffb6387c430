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
import { ChangeFeed, type ChangeListener } from "./change-feed.ts";
import { openEmbedded, STATEMENT_LIMIT_MS } from "./embedded/open-embedded.ts";
import { listenPostgres } from "./postgres/listen-postgres.ts";
import { CallerGone, eachLaneOnce, type Lane, type LaneWork } from "./lanes.ts";
import { openPostgres, unlimitedPool } from "./postgres/open-postgres.ts";
import type { Database } from "./schema.ts";
import { isOutdatedPlan } from "./preparing-client.ts";
import { Overtaken, sqlStateOf } from "./violations.ts";
import { migrations } from "./migrations.ts";

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

/** The migrated database, on either engine. */
export type Store = {
  readonly engine: "embedded" | "postgres";
  readonly db: Kysely<Database>;
  /**
   * For analytics, which may take long. On PostgreSQL a few separate connections that use one processor each, so that analytics calls wait
   * for each other and never delay redirects or sales; on the embedded store the lane of reports.
   */
  readonly reports: Kysely<Database>;
  /**
   * For short links that are not in memory. On PostgreSQL separate connections, so that no report, call or job delays a visitor; on the
   * embedded store the lane of redirects.
   */
  readonly lookups: Pool;
  /** For named raw statements: `pool.query({ name, text, values })`. */
  readonly pool: Pool;
  /**
   * The same store for work of a lane: on the embedded store lanes take turns, on PostgreSQL reports read on separate connections.
   * @param work once its `gone` is aborted, the next read throws {@link CallerGone}
   */
  in(lane: Lane, work?: LaneWork): Store;
  /**
   * Runs `work` in one transaction. After a deadlock or serialization failure it runs again, so it must only change the database. Inside,
   * use only the given transaction: the embedded store has one session.
   */
  transaction<T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T>;
  /**
   * Runs the reads of a report on one snapshot of the data; on PostgreSQL on a connection for reports. A long report on the embedded store
   * reads without a common snapshot and lets other work in between: otherwise the one session would block all others until the end.
   */
  snapshot<T>(read: (db: Kysely<Database>) => Promise<T>, options: { isLong: boolean }): Promise<T>;
  /** Notifies every replica of a change, this process first and synchronously. Call it after the commit. */
  notify(topic: string, payload: string): Promise<void>;
  /** Listens for changes, including those notified by triggers; returns a function that stops it. */
  listen(topic: string, listener: ChangeListener): () => void;
  /** Whether the connection for other replicas' changes is up. */
  isLive(): boolean;
  /** The data directory of an embedded store as an uncompressed tar, to start others from. */
  dump(): Promise<Uint8Array>;
  /**
   * Copies the database of an embedded store on disk into a new directory, while it answers other requests.
   * @param atEnd runs at the moment of the copy's state, while nothing is written
   */
  copyDatabase(to: string, atEnd: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

type Engine = Pick<Store, "engine" | "dump" | "copyDatabase" | "close"> & {
  /** Connections for a lane's reads. */
  poolOf: (lane: Lane, workspaceId?: string) => Pool;
  /** Connections for its transactions. */
  writePoolOf: (lane: Lane, workspaceId?: string) => Pool;
  publish: (topic: string, payload: string) => Promise<void>;
  /** Without a time limit: statements are limited only afterwards. */
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
  try {
    await engine.migrate();
  } catch (error) {
    await engine.close();
    throw error;
  }
  const databases = new WeakMap<Pool, Kysely<Database>>();
  const databaseOf = (pool: Pool): Kysely<Database> => {
    const known = databases.get(pool) ?? kyselyOf(pool);
    databases.set(pool, known);
    return known;
  };
  const inLane: Store["in"] = eachLaneOnce((lane, { gone, workspaceId } = {}) => {
    const reports = untilGone(databaseOf(engine.poolOf("reports", workspaceId)), gone);
    return {
      engine: engine.engine,
      db: untilGone(databaseOf(engine.poolOf(lane, workspaceId)), gone),
      reports,
      lookups: engine.poolOf("redirects"),
      pool: engine.writePoolOf(lane, workspaceId),
      in: inLane,
      transaction: (work) => transact(databaseOf(engine.writePoolOf(lane, workspaceId)), work),
      snapshot: (read, { isLong }) =>
        engine.engine === "embedded" && isLong
          ? read(reports)
          : reports.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read),
      notify: async (topic, payload) => {
        feed.emit(topic, payload);
        await engine.publish(topic, payload);
      },
      listen: (topic, listener) => feed.listen(topic, listener),
      isLive: () => feed.live,
      dump: engine.dump,
      copyDatabase: engine.copyDatabase,
      close: engine.close,
    };
  });
  return inLane("others");
};

/** Stops reading for a caller at the next statement after they disconnect. */
function untilGone(db: Kysely<Database>, gone: AbortSignal | undefined): Kysely<Database> {
  if (!gone) return db;
  return db.withPlugin({
    transformQuery({ node }) {
      if (gone.aborted) throw new CallerGone();
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
}

/** An empty list matches nothing: `in ()` is a syntax error on both engines, which would appear only at the first empty list. */
const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });

function kyselyOf(pool: Pool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }), plugins: [emptyLists] });
}

async function embeddedEngine(options: Extract<StoreOptions, { dataDir: unknown }>, feed: ChangeFeed): Promise<Engine> {
  const { poolOf, server, copyDatabase, close } = await openEmbedded({ ...options, onConnect: hear(feed) });
  return {
    engine: "embedded",
    poolOf,
    writePoolOf: poolOf,
    dump: () => server.dump(),
    copyDatabase,
    close,
    publish: async () => {},
    migrate: async () => {
      await migrate(kyselyOf(poolOf("others")));
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
    poolOf: (lane) => (lane === "reports" ? reportPool : lane === "redirects" ? lookupPool : pool),
    writePoolOf: () => pool,
    dump: notCopied,
    copyDatabase: notCopied,
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

async function notCopied(): Promise<never> {
  throw new Error("a PostgreSQL server is backed up with its own tools (pg_dump)");
}

/**
 * Subscribes a pooled session to the channel. A listening session receives its own notifications before its commit is answered, so
 * redirects in this process follow a link's edit at once.
 */
function hear(feed: ChangeFeed): (client: ClientBase) => Promise<void> {
  return async (client) => {
    client.on("notification", ({ payload }) => feed.hear(payload ?? ""));
    await client.query(`listen ${CHANNEL}`);
  };
}

/**
 * deadlock_detected, serialization_failure: the database asks for a retry. foreign_key_violation: a referenced row was removed meanwhile,
 * or a row to remove was referenced.
 */
const passing = new Set(["40P01", "40001", "23503"]);

/**
 * Whether a failed transaction may succeed when it runs again: another transaction changed what it had read, or another process migrated
 * the columns; a new run reads the current state.
 */
function isPassing(error: unknown): boolean {
  const isKnown = error instanceof NoResultError || error instanceof Overtaken || isOutdatedPlan(error);
  return isKnown || passing.has(String(sqlStateOf(error)));
}

/** How often a transaction runs again: the last resort, since a fixed lock order prevents deadlocks. */
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
    // Random pause: two transactions that collided would collide again.
    await setTimeout(Math.random() * 50 * 2 ** (lastTry - triesLeft));
    return transact(db, work, triesLeft - 1);
  }
};

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
  if (said.includes("0001-initial"))
    return "it was made by a build from before 1.0.0, which no later one reads. Start with an empty store, and bring its partners, customers and sales along with `import`, as from another product.";
  return "it was written by a newer version of this program. Start that version, or restore a backup of before its first start.";
}
