import { Hono } from "hono";
import { frontPage } from "../docs/front-page.ts";
import { pageHeaders } from "../docs/page.ts";

/** Checks of `/ready`; a check throws or answers `false` when its part is not ready. */
export type ReadyChecks = Readonly<Record<string, () => Promise<boolean>>>;

/** Data in `/ready` that does not affect readiness. */
export interface Figures {
  clickLagSeconds: number;
  /** Totals over all addresses that refuse requests; the service is ready all the same. */
  limits?: string[];
}

/** Notes about a service that answers. */
export interface ServiceState {
  figures: () => Figures;
  /** Missing settings of the programs, without workspace names: this page is public. */
  problems: () => Promise<string[]>;
}

/**
 * `/`, `/health` and `/ready`: outside {base_url}, so without rate limit and error envelope. An incomplete program is reported but does not
 * affect readiness: the service's answers are right.
 */
export function serviceAddresses(checks: ReadyChecks, { figures, problems }: ServiceState): Hono {
  const addresses = new Hono();
  addresses.get("/", async (c) => c.html(frontPage(await problems()), 200, pageHeaders));
  addresses.get("/health", (c) => c.json({ status: "ok" }));
  addresses.get("/ready", async (c) => {
    const names = Object.keys(checks);
    const results = await Promise.all(Object.values(checks).map((check) => check().catch(() => false)));
    if (results.every(Boolean)) {
      const setup = await problems().catch(() => []);
      return c.json({ status: "ok", ...figures(), ...(setup.length > 0 && { setup }) });
    }
    const found = Object.fromEntries(names.map((name, index) => [name, results[index] ? "ok" : "unavailable"]));
    return c.json({ status: "unavailable", checks: found, ...figures() }, 503);
  });
  return addresses;
}
