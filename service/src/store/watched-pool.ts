import { Pool, type PoolClient, type PoolConfig } from "pg";
import { NoConnection } from "./lanes.ts";

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: (error?: unknown) => void) => void;

/** A pool that reports why it has no free connection: other work holds all, or the database cannot be reached. */
export class WatchedPool extends Pool {
  /** Connections that are being used. */
  #used = 0;

  constructor(config?: PoolConfig) {
    super(config);
    this.on("acquire", () => (this.#used += 1));
    this.on("release", () => (this.#used -= 1));
  }

  override connect(): Promise<PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<PoolClient> | void {
    const client = this.obtain();
    if (!connected) return client;
    client.then(
      (client) => connected(undefined, client, (error) => client.release(error as Error | undefined)),
      (error: Error) => connected(error, undefined, () => {}),
    );
  }

  /** @throws NoConnection */
  protected async obtain(): Promise<PoolClient> {
    try {
      return await super.connect();
    } catch (cause) {
      throw new NoConnection({ isBusy: this.#used >= this.options.max, cause });
    }
  }
}
