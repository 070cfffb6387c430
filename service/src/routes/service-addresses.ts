import { Hono } from "hono";

/** What `/ready` looks at; each check throws or answers `false` when its part is not ready. */
export interface ReadyChecks {
  database(): Promise<boolean>;
  migrations(): Promise<boolean>;
  outbox(): Promise<boolean>;
}

/** `/health` and `/ready` (api-contract §18): outside {base_url}, so without rate limit and error envelope. */
export function serviceAddresses(checks: ReadyChecks): Hono {
  const addresses = new Hono();
  addresses.get("/health", (c) => c.json({ status: "ok" }));
  addresses.get("/ready", async (c) => {
    const names = Object.keys(checks) as (keyof ReadyChecks)[];
    const results = await Promise.all(names.map((name) => checks[name]().catch(() => false)));
    if (results.every(Boolean)) return c.json({ status: "ok" });
    const found = Object.fromEntries(names.map((name, index) => [name, results[index] ? "ok" : "unavailable"]));
    return c.json({ status: "unavailable", checks: found }, 503);
  });
  return addresses;
}
