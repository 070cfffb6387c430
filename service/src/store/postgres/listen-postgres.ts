import { Client } from "pg";

const RECONNECT_MS = 200;

/**
 * Hears one NOTIFY channel of a PostgreSQL server on a connection of its own, for as long as the process lives. Whenever the connection
 * was lost, `onGap` is told after reconnecting, because notifications in between are gone. Answers the function that stops it.
 */
export const listenPostgres = async (options: {
  databaseUrl: string;
  channel: string;
  onPayload: (payload: string) => void;
  onGap: () => void;
}): Promise<() => Promise<void>> => {
  let client: Client | undefined;
  let stopped = false;

  const connect = async (): Promise<void> => {
    const next = new Client({ connectionString: options.databaseUrl, keepAlive: true });
    next.on("notification", ({ payload }) => options.onPayload(payload ?? ""));
    next.on("error", () => {});
    next.on("end", () => {
      if (!stopped) retry();
    });
    await next.connect();
    await next.query(`listen ${options.channel}`);
    client = next;
  };
  const retry = (): void => {
    options.onGap();
    setTimeout(() => connect().then(options.onGap, retry), RECONNECT_MS).unref();
  };

  await connect();
  return async () => {
    stopped = true;
    await client?.end();
  };
};
