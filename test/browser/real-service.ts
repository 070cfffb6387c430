import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { inject } from "vitest";
import { readConfig } from "../../service/src/config.ts";
import type { Context } from "../../service/src/domain/context.ts";
import { createWorkspace } from "../../service/src/domain/workspaces/create-workspace.ts";
import { startService } from "../../service/src/serve.ts";
import { testSnapshot } from "../../service/test/open-test-store.ts";
import { createReferralsClient, type ReferralsClient } from "../../src/server/index.ts";
import { freePort } from "../free-port.ts";

/** A real service over HTTP on a fresh store, as an integrator sees it. */
export interface RealService {
  appUrl: string;
  apiKey: string;
  publishableKey: string;
  client: ReferralsClient;
  /** Does something in the workspace, as the system. */
  inWorkspace<T>(work: (ctx: Context) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Starts the service on a free port of 127.0.0.1 with one workspace: 25 % of each sale, payable after 30 days.
 * @param settings variables beside the port, the directory and the limits, which are off
 */
export async function startRealService(settings: Readonly<Record<string, string>> = {}): Promise<RealService> {
  const dataDir = await mkdtemp(join(tmpdir(), "referrals-story-"));
  const apiKey = `ref_${"S".repeat(40)}`;
  const config = readConfig({ PORT: String(await freePort()), DATA_DIR: dataDir, RATE_LIMITS: "off", ...settings });
  const errors: object[] = [];
  const analyticsScript = join(dataDir, "analytics.js");
  await buildScript(analyticsScript);
  let publishableKey = "";
  let workspaceId = "";
  const service = await startService({
    config,
    snapshot: await testSnapshot(),
    log: { error: (fields) => void errors.push(fields) },
    pageDir: inject("embedPage"),
    analyticsScript,
    embedScript: join(inject("embedPage"), "../embed.global.js"),
    demoTokens: false,
    extend: async (_, { systemContext }) => {
      const program = { name: "Acme partners", url: "https://acme.test" };
      const input = { name: "Acme", slug: "acme", program, saleRateBp: 2500, apiKey };
      ({ publishableKey, workspaceId } = await createWorkspace(systemContext(), input));
    },
  });
  return {
    appUrl: config.appUrl,
    apiKey,
    publishableKey,
    client: createReferralsClient({ apiKey, baseUrl: config.apiUrl }),
    inWorkspace: (work) => work(service.systemContext(workspaceId)),
    async close() {
      await service.close();
      await rm(dataDir, { recursive: true });
      if (errors.length > 0) throw new Error(`The service logged errors: ${inspect(errors, { depth: 5 })}`);
    },
  };
}

/** Adds Bob, whose friends save 20 % for three months, by his link (its key is `bob`) and by the code `BOB20`. */
export async function addSavingPartner({ appUrl, apiKey, client }: RealService): Promise<void> {
  const create = async (path: string, body: object): Promise<{ id: string }> => {
    const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" };
    const answer = await fetch(`${appUrl}/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  };
  const { id: discountId } = await create("/discounts", { type: "percentage", amount: 20, maxDuration: 3 });
  const { id: groupId } = await create("/groups", { name: "Savers", slug: "savers", discountId });
  const partner = { email: "bob@mail.test", name: "Bob", tenantId: "bob", groupId };
  await client.embedTokens.referrals({ tenantId: "bob", partner });
  const [bob] = await client.partners.list({ tenantId: "bob" });
  await create("/discount-codes", { partnerId: bob!.id, linkId: bob!.links![0]!.id, code: "BOB20" });
}

async function buildScript(file: string): Promise<void> {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const script = join(root, "scripts/build/analytics-script.mjs");
  const { buildAnalyticsScript } = (await import(script)) as {
    buildAnalyticsScript(root: string, file: string): Promise<void>;
  };
  await buildAnalyticsScript(root, file);
}
