import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Link, Partner } from "referrals-embed/contract";
import { createApp } from "../../src/app.ts";
import type { Config } from "../../src/config.ts";
import type { Store } from "../../src/store/open.ts";
import { startRedirect } from "../../src/clicks/redirect/start-redirect.ts";
import { startDnsServer, type TestDnsServer } from "../domains/dns-server.ts";
import { activePartner } from "../embed/active-partner.ts";
import { createTestService, type TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";

/** A request to an operation. */
export interface Call {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
  /** Credential; default the one the operation takes, `null` for none. */
  key?: string | null;
  headers?: Record<string, string>;
}

/** The test service with its redirect, and short ways to what calls need. */
export interface World extends TestService {
  /** An approved partner with a click, a lead, sales and a referral form. */
  active: { partner: Partner; linkId: string; clickId: string };
  /** The active partner's token, a new one when the clock has moved. */
  token(): Promise<string>;
  /** A key of a workspace without a program. */
  bareKey: string;
  /** Calls an address below {base_url} as it stands. */
  fetch: typeof fetch;
  /** The same on a store that is gone. */
  brokenFetch: typeof fetch;
  /** The name server that the service asks for the proof of a domain. */
  dns: TestDnsServer;
  unique(): string;
  link(input?: Record<string, unknown>): Promise<Link>;
  /** A lead's or sale's customer with a click of the active partner's link. */
  click(): Promise<string>;
  sale(input?: Record<string, unknown>): Promise<{ customerExternalId: string; invoiceId: string }>;
  /** A partner in a status that no call makes directly. */
  pending(): Promise<Partner>;
  invited(): Promise<Partner>;
  /** Resolves once every recorded click is stored. */
  settled(): Promise<void>;
  must<T = any>(method: string, path: string, body?: unknown, key?: string): Promise<T>;
}

/** Opens the service as `startService` composes it, but for listening and jobs. */
export async function openWorld(overrides: Partial<Config> = {}, given?: Store): Promise<World> {
  const dns = await startDnsServer();
  const service = await createTestService(
    { linkDomains: ["https://app.test"], dnsServers: [dns.address], ...overrides },
    given,
  );
  const dataDir = await mkdtemp(join(tmpdir(), "contract-"));
  const { store, clock } = service;
  const redirect = await startRedirect({
    store,
    clock,
    ids: service.deps.ids,
    config: { ...service.deps.config, dataDir },
    onError: (error) => void service.logged.push({ error }),
  });
  const app = createApp({ ...service.deps, clicks: redirect.clicks });
  const gone: Store = { ...store, db: undefined as never, in: () => gone };
  const broken = createApp({ ...service.deps, log: { error: () => {} }, store: gone });
  const bare = await service.createWorkspace();
  await store.db
    .updateTable("workspaces")
    .set({ default_program_id: null })
    .where("id", "=", bare.workspaceId)
    .execute();
  let count = 0;
  let token: { at: number; text: string } | undefined;
  const unique = (): string => `u${(count += 1)}`;
  const must = async (method: string, path: string, body?: unknown, key = service.apiKey): Promise<any> => {
    const response = await app.request(`/api${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as any;
    if (!response.ok) throw new Error(`${method} ${path}: ${answer.error.message}`);
    return answer;
  };
  const world: World = {
    ...service,
    dns,
    active: await activePartner(service),
    bareKey: bare.apiKey,
    fetch: async (input, init) => app.request(input as string, init),
    brokenFetch: async (input, init) => broken.request(input as string, init),
    unique,
    must,
    async token() {
      if (token?.at !== clock.now())
        token = { at: clock.now(), text: await service.embedToken(world.active.partner.id) };
      return token.text;
    },
    link: (input = {}) => must("POST", "/links", { url: `https://acme.test/${unique()}`, ...input }),
    click: () => storeClick(service, world.active.linkId),
    async sale(input = {}) {
      const sale = { customerExternalId: unique(), invoiceId: unique(), amount: 5000, ...input };
      await must("POST", "/track/sale", { clickId: await world.click(), ...sale });
      return sale;
    },
    async pending() {
      await must("PATCH", "/program", { autoApprove: false });
      const partner = await service.createPartner();
      await must("PATCH", "/program", { autoApprove: true });
      return partner;
    },
    invited: () => must("POST", "/partners/invite", { email: `${unique()}@invited.test` }),
    settled: async () => void (await redirect.clicks.loaded()),
    async close() {
      await redirect.close();
      await service.close();
      await dns.close();
      await rm(dataDir, { recursive: true });
    },
  };
  return world;
}
