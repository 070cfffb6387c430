import { Hono } from "hono";

/** Checks of `/ready`; a check throws or answers `false` when its part is not ready. */
export type ReadyChecks = Readonly<Record<string, () => Promise<boolean>>>;

/** `/health` and `/ready`: outside {base_url}, so without rate limit and error envelope. @param figures told either way */
export function serviceAddresses(checks: ReadyChecks, figures: () => Record<string, number>): Hono {
  const addresses = new Hono();
  addresses.get("/health", (c) => c.json({ status: "ok" }));
  addresses.get("/ready", async (c) => {
    const names = Object.keys(checks);
    const results = await Promise.all(Object.values(checks).map((check) => check().catch(() => false)));
    if (results.every(Boolean)) return c.json({ status: "ok", ...figures() });
    const found = Object.fromEntries(names.map((name, index) => [name, results[index] ? "ok" : "unavailable"]));
    return c.json({ status: "unavailable", checks: found, ...figures() }, 503);
  });
  return addresses;
}
