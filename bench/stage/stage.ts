import { createApp } from "../../service/src/app.ts";
import type { AppDeps } from "../../service/src/app-deps.ts";
import { readConfig } from "../../service/src/config.ts";
import { createContext } from "../../service/src/domain/context.ts";
import { createIds } from "../../service/src/domain/ids.ts";
import { verifyStore } from "../../service/src/commands/verify.ts";
import { createWorkspace, type CreatedWorkspace } from "../../service/src/domain/workspaces/create-workspace.ts";
import { sumAddressDays } from "../../service/src/jobs/keep-sums.ts";
import { maintain } from "../../service/src/store/embedded/maintenance.ts";
import type { Engine, OpenedStore } from "./engines.ts";

/** The service over a store of its own, as it ships but for the limits on requests. */
export interface Stage extends CreatedWorkspace {
  deps: AppDeps;
  /** Calls the application in this process and reads the whole answer; fails unless it succeeds. */
  request(path: string, options?: { body?: unknown; token?: string }): Promise<string>;
  serve: OpenedStore["serve"];
  close(): Promise<void>;
}

/** Says how many rows of a seeded stage break an invariant of the domain rules, as `referrals-service verify` would. */
export async function verifyStage({ deps }: Stage): Promise<string> {
  const broken = (await verifyStore(deps.store, deps.config)).filter(({ violations }) => violations > 0);
  if (broken.length === 0) return "verified";
  return broken.map(({ id, says, violations }) => `${id} broken ${violations} times: ${says}`).join("; ");
}

/** Sums the addresses of seeded days, as the service's job has by the time it answers for them. @returns how long that took */
export async function keepAddresses({ deps, workspaceId }: Stage): Promise<string> {
  const ctx = createContext({ ...deps, actor: { type: "system", id: null }, workspaceId, requestId: null });
  const [begun, used] = [performance.now(), process.cpuUsage()];
  while ((await sumAddressDays(ctx)) > 0);
  await maintain(deps.store.pool, "vacuum analyze");
  const { user, system } = process.cpuUsage(used);
  return `${((performance.now() - begun) / 1000).toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of this process`;
}

/**
 * What a seed's figures are made for. A service started with anything else recounts all of them, for minutes in which the order of its list
 * is that of changed figures: what was measured beside that took seconds.
 */
const totals = { COMMISSION_TOTALS: "earned" };

/** Opens a stage with one workspace, whose default group pays 25 % of a sale. */
export async function openStage(engine: Engine): Promise<Stage> {
  const { store, dataDir, serve, close } = await engine.openStore();
  const clock = { now: () => Date.now() };
  const config = readConfig({
    DATA_DIR: dataDir,
    APP_URL: "http://127.0.0.1",
    TRUSTED_PROXIES: "127.0.0.1",
    RATE_LIMITS: "off",
    ...totals,
  });
  const log = { error: (fields: object) => console.error(fields) };
  const deps: AppDeps = { store, clock, ids: createIds(clock), config, log };
  const app = createApp(deps);
  const workspace = await createWorkspace(
    createContext({ ...deps, actor: { type: "system", id: null }, workspaceId: "", requestId: null }),
    { name: "Bench", slug: "bench", program: { name: "Bench", url: "https://acme.test" }, saleRateBp: 2500 },
  );
  return {
    ...workspace,
    deps,
    serve: (settings) => serve({ ...totals, ...settings }),
    close,
    request: async (path, { body, token = workspace.apiKey } = {}) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
      const answer = await app.request(`/api${path}`, init);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
      return text;
    },
  };
}
