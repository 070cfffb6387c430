import { Client } from "pg";

const RECONNECT_MS = 200;
const HEARTBEAT_MS = 400;

/** Callbacks of a channel. */
export interface Hearing {
  databaseUrl: string;
  channel: string;
  onPayload: (payload: string) => void;
  /** Called when notifications may have been lost. */
  onGap: () => void;
  onLive: (live: boolean) => void;
}

/**
 * Listens to one NOTIFY channel on its own connection for as long as the process runs. It checks the connection every 400 ms, so that a
 * dead one is noticed within a second. When it is lost, it calls `onGap` at once and again after reconnecting, because notifications in
 * between are lost. Returns a function that stops it.
 */
export async function listenPostgres(hearing: Hearing): Promise<() => Promise<void>> {
  let client: Client | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  let stopped = false;

  async function connect(): Promise<void> {
    const next = new Client({ connectionString: hearing.databaseUrl, query_timeout: HEARTBEAT_MS });
    next.on("notification", ({ payload }) => hearing.onPayload(payload ?? ""));
    next.on("error", () => {});
    await next.connect();
    await next.query(`listen ${hearing.channel}`);
    next.once("end", lost);
    client = next;
    heartbeat = setInterval(() => void next.query("select 1").catch(() => lost()), HEARTBEAT_MS).unref();
    hearing.onLive(true);
  }

  function lost(): void {
    clearInterval(heartbeat);
    const dead = client;
    client = undefined;
    if (stopped || !dead) return;
    void dead.end().catch(() => {});
    hearing.onLive(false);
    retry();
  }

  function retry(): void {
    hearing.onGap();
    setTimeout(() => {
      if (!stopped) connect().then(hearing.onGap, retry);
    }, RECONNECT_MS).unref();
  }

  await connect();
  return async () => {
    stopped = true;
    clearInterval(heartbeat);
    await client?.end();
  };
}
