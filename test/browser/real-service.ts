import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { inject } from "vitest";
import { readConfig } from "../../service/src/config.ts";
import { createWorkspace } from "../../service/src/domain/workspaces/create-workspace.ts";
import { startService } from "../../service/src/serve.ts";
import { testSnapshot } from "../../service/test/open-test-store.ts";
import { createReferralsClient, type ReferralsClient } from "../../src/server/index.ts";
import { freePort } from "./free-port.ts";

/** A real service over HTTP on a fresh store, as an integrator sees it. */
export interface RealService {
  appUrl: string;
  apiKey: string;
  publishableKey: string;
  client: ReferralsClient;
  close(): Promise<void>;
}

/** Starts the service on a free port of 127.0.0.1 with one workspace: 25 % of each sale, payable after 30 days. */
export async function startRealService(): Promise<RealService> {
  const dataDir = await mkdtemp(join(tmpdir(), "referrals-story-"));
  const apiKey = `ref_${"S".repeat(40)}`;
  const config = readConfig({ PORT: String(await freePort()), DATA_DIR: dataDir, RATE_LIMITS: "off" });
  const errors: object[] = [];
  const analyticsScript = join(dataDir, "analytics.js");
  await buildScript(analyticsScript);
  let publishableKey = "";
  const service = await startService({
    config,
    snapshot: await testSnapshot(),
    log: { error: (fields) => void errors.push(fields) },
    pageDir: inject("embedPage"),
    analyticsScript,
    demoTokens: false,
    extend: async (_, { systemContext }) => {
      const program = { name: "Acme partners", url: "https://acme.test" };
      const input = { name: "Acme", slug: "acme", program, saleRateBp: 2500, apiKey };
      publishableKey = (await createWorkspace(systemContext(), input)).publishableKey;
    },
  });
  return {
    appUrl: config.appUrl,
    apiKey,
    publishableKey,
    client: createReferralsClient({ apiKey, baseUrl: config.apiUrl }),
    async close() {
      await service.close();
      await rm(dataDir, { recursive: true });
      if (errors.length > 0) throw new Error(`The service logged errors: ${inspect(errors, { depth: 5 })}`);
    },
  };
}

async function buildScript(file: string): Promise<void> {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const script = join(root, "scripts/build/analytics-script.mjs");
  const { buildAnalyticsScript } = (await import(script)) as {
    buildAnalyticsScript(root: string, file: string): Promise<void>;
  };
  await buildAnalyticsScript(root, file);
}
