import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Insertable } from "kysely";
import type { Config } from "../../src/config.ts";
import { foldKey } from "referrals-embed/rules";
import { createIds } from "../../src/domain/ids.ts";
import { createListener } from "../../src/clicks/redirect/listener.ts";
import { startRedirect, type RunningRedirect } from "../../src/clicks/redirect/start-redirect.ts";
import type { Disk } from "../../src/clicks/journal/disk.ts";
import type { Store } from "../../src/store/open.ts";
import { createTestService, testClock, testConfig, type TestClock, type TestService } from "../harness.ts";
import type { LinksTable } from "../../src/store/schema/tables.ts";

/** A browser of somebody. */
export const browser =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** An answer on a short link. */
export interface Visited {
  status: number;
  headers: IncomingHttpHeaders;
  location: string | undefined;
  cookies: string[];
  body: string;
}

/** What a visit may say. */
export interface VisitOptions {
  method?: string;
  /** Host header; default the shared link host. */
  host?: string;
  /** Client address, as a trusted proxy reports it. */
  ip?: string;
  ua?: string | null;
  headers?: Record<string, string>;
  body?: string;
}

/** The redirect as it runs: a real server, a real journal, the store under test. */
export interface TestRedirect {
  /** The service beside it, on the same store. */
  service: TestService;
  store: Store;
  clock: TestClock;
  workspaceId: string;
  programId: string;
  running: RunningRedirect;
  errors: unknown[];
  /** Totals that refused, with what they are of. */
  exhausted: unknown[];
  visit: (path: string, options?: VisitOptions) => Promise<Visited>;
  /** Adds a link; its key defaults to its number. */
  link: (values?: Partial<Insertable<LinksTable>>) => Promise<{ id: string; path: string }>;
  update: (id: string, values: Partial<Insertable<LinksTable>>) => Promise<void>;
  /** An approved enrollment with figures. */
  enroll: (clickRewardId?: string | null) => Promise<{ enrollmentId: string; partnerId: string }>;
  dataDir: string;
  /** Stops the redirect and starts another on the same journal and store; `between` runs while none does. */
  restart: (between?: () => void) => Promise<void>;
  close: () => Promise<void>;
}

/** Starts the redirect; the links' host is `ref.test`, the application's `app.test`. */
export async function openRedirect(overrides: Partial<Config> = {}, disk?: Disk): Promise<TestRedirect> {
  const service = await createTestService();
  const { store, workspaceId, programId } = service;
  const clock = testClock();
  const dataDir = mkdtempSync(join(tmpdir(), "referrals-redirect-"));
  const config = testConfig({ dataDir, trustedProxies: ["127.0.0.1"], ...overrides });
  const errors: unknown[] = [];
  const exhausted: unknown[] = [];
  const onExhausted = (...what: unknown[]): void => void exhausted.push(what);
  const start = (): Promise<RunningRedirect> =>
    startRedirect({
      store,
      clock,
      ids: createIds(clock),
      config,
      disk,
      onExhausted,
      onError: (error) => errors.push(error),
    });
  let running = await start();
  const server = createServer(
    // As the service listens.
    { maxHeaderSize: 64 * 1024 },
    createListener({
      config,
      redirect: (request, response, domain) => running.answer(request, response, domain),
      form: (request, response, domain) => running.answer(request, response, domain),
      isLinkDomain: (host) => running.isLinkDomain(host),
      app: (_request, response) => response.end("application"),
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const host = new URL(config.linkDomains[0]!).host;
  let count = 0;
  const at = (): Date => new Date(clock.now());

  return {
    service,
    store,
    clock,
    workspaceId,
    programId,
    get running() {
      return running;
    },
    errors,
    exhausted,
    visit: (path, options = {}) => visit(port, path, { host, ...options }),
    link: async (values = {}) => {
      const id = `link_${(count += 1)}`;
      const key = values.key ?? `k${count}`;
      await store.db
        .insertInto("links")
        .values({
          id,
          workspace_id: workspaceId,
          domain: host,
          key,
          key_folded: foldKey(key),
          short_link: `https://${host}/${key}`,
          url: "https://example.com/landing",
          created_at: at(),
          updated_at: at(),
          ...values,
        })
        .execute();
      return { id, path: `/${key.split("/").map(encodeURIComponent).join("/")}` };
    },
    update: async (id, values) => {
      const folded = typeof values.key === "string" ? { key_folded: foldKey(values.key) } : {};
      await store.db
        .updateTable("links")
        .set({ ...values, ...folded })
        .where("id", "=", id)
        .execute();
    },
    enroll: async (clickRewardId = null) => {
      const partner = await service.createPartner();
      const { id: enrollmentId } = await store.db
        .updateTable("enrollments")
        .set({ click_reward_id: clickRewardId })
        .where("partner_id", "=", partner.id)
        .returning("id")
        .executeTakeFirstOrThrow();
      return { enrollmentId, partnerId: partner.id };
    },
    dataDir,
    restart: async (between) => {
      await running.close();
      between?.();
      running = await start();
    },
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      await running.close();
      await service.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function visit(port: number, path: string, options: VisitOptions): Promise<Visited> {
  const { method = "GET", host, ip, ua = browser, headers = {}, body } = options;
  const sent = {
    ...(host !== undefined && { host }),
    ...(ip !== undefined && { "x-forwarded-for": ip }),
    ...(ua !== null && { "user-agent": ua }),
    ...(body !== undefined && {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": `${Buffer.byteLength(body)}`,
    }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, path, method, headers: sent, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          location: response.headers.location,
          cookies: response.headers["set-cookie"] ?? [],
          body: text,
        }),
      );
    });
    request.on("error", reject).end(body);
  });
}
