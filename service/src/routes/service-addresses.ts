import { Hono } from "hono";
import { frontPage, frontStyle } from "../docs/front-page.ts";
import { headersOf } from "../docs/page.ts";

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
  /** {app_url}, where demo tokens are accepted: the page at `/` shows the dashboard with sample data. */
  demoUrl: string | null;
}

/**
 * `/`, `/health` and `/ready`: outside {base_url}, so without rate limit and error envelope. An incomplete program is reported but does not
 * affect readiness: the service's answers are right.
 */
export function serviceAddresses(checks: ReadyChecks, { figures, problems, demoUrl }: ServiceState): Hono {
  const addresses = new Hono();
  const failing = async (): Promise<string[]> => {
    const results = await Promise.all(Object.values(checks).map((check) => check().catch(() => false)));
    return Object.keys(checks).filter((_, index) => !results[index]);
  };
  const preview = demoUrl && `${demoUrl}/embed/referrals?token=demo&theme=system`;
  const headers = headersOf(frontStyle, demoUrl ?? undefined);
  addresses.get("/", async (c) => {
    const found = { failing: await failing(), problems: await problems().catch(() => []), preview };
    return c.html(frontPage(found), 200, headers);
  });
  addresses.get("/health", (c) => c.json({ status: "ok" }));
  addresses.get("/ready", async (c) => {
    const failed = await failing();
    if (failed.length === 0) {
      const setup = await problems().catch(() => []);
      return c.json({ status: "ok", ...figures(), ...(setup.length > 0 && { setup }) });
    }
    const found = Object.fromEntries(
      Object.keys(checks).map((name) => [name, failed.includes(name) ? "unavailable" : "ok"]),
    );
    return c.json({ status: "unavailable", checks: found, ...figures() }, 503);
  });
  return addresses;
}
