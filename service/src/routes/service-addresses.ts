import { Hono } from "hono";
import { frontPage } from "../docs/front-page.ts";
import { pageHeaders } from "../docs/page.ts";

/** Checks of `/ready`; a check throws or answers `false` when its part is not ready. */
export type ReadyChecks = Readonly<Record<string, () => Promise<boolean>>>;

/** What `/ready` tells whether it is ready or not. */
export interface Figures {
  clickLagSeconds: number;
  /** Totals over all addresses that refuse requests: with them it is ready all the same. */
  limits?: string[];
}

/** What is told of a service that answers. */
export interface ServiceState {
  figures: () => Figures;
  /** What the programs still need, without the names of workspaces: anybody may read it. */
  problems: () => Promise<string[]>;
}

/**
 * `/`, `/health` and `/ready`: outside {base_url}, so without rate limit and error envelope. A program that is not set up is
 * told and keeps nothing from being ready: what is answered is right.
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
