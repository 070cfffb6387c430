import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build, type Rolldown } from "vite";
import { readConfig } from "../../service/src/config.ts";
import { createWorkspace } from "../../service/src/domain/workspaces/create-workspace.ts";
import { startService, type RunningService } from "../../service/src/serve.ts";
import { createReferralsClient, type ReferralsClient } from "../../src/server/index.ts";
import { freePort } from "../../test/free-port.ts";
import { seedRows } from "./seed-rows.ts";

/** The ways a host can show the dashboard, the host without it, and one that draws a chart of its own. */
export const ways = ["alone", "chart", "inline", "iframe"] as const;
export type Way = (typeof ways)[number];

/** A service with data, and a host that is its customer, both over HTTP. */
export interface LivePages {
  /** Address of the host's page with the dashboard shown one way, to a partner or with a demo token. */
  address(way: Way, who?: Who): string;
  close(): Promise<void>;
}

/** Commissions and links of each partner. */
const rows = { usual: 20, busy: 10_000 };
export type Who = keyof typeof rows | `demo:${string}`;
const TYPES: Record<string, string> = { ".js": "text/javascript", ".css": "text/css" };

/** Starts both on 127.0.0.1, with the packages as they are built. */
export async function openLivePages(root: string): Promise<LivePages> {
  const folder = mkdtempSync(join(tmpdir(), "referrals-bench-"));
  const { service, client, appUrl } = await startLiveService(root, folder);
  const pages: Record<string, string> = {};
  for (const way of ways) pages[`/${way}`] = await buildHost(root, { way, appUrl, outDir: join(folder, way) });
  // Compressed once: a host's files are, and the time to do it is not the embed's.
  const bodies = new Map<string, Buffer>();
  const read = async (path: string): Promise<Buffer> => {
    const body = bodies.get(path) ?? brotliCompressSync(pages[path] ?? (await readFile(join(folder, path))));
    bodies.set(path, body);
    return body;
  };
  const server = createServer(async ({ method, url = "", headers }, response) => {
    if (method === "POST") {
      const who = headers.referer?.split("?").at(-1) ?? "";
      const body = who.startsWith("demo:")
        ? { publicToken: who }
        : await client.embedTokens.withFirstData(
            { tenantId: who },
            { timezone: new URL(url, "http://host").searchParams.get("timezone") },
          );
      return response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    }
    const path = url.split("?", 1).join();
    response
      .writeHead(200, {
        "Content-Type": pages[path] ? "text/html" : (TYPES[extname(path)] ?? ""),
        "Content-Encoding": "br",
        "Cache-Control": pages[path] ? "no-cache" : "public, max-age=31536000, immutable",
      })
      .end(await read(path));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address: (way, who = "usual") => `${host}/${way}?${who}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startLiveService(
  root: string,
  folder: string,
): Promise<{ service: RunningService; client: ReferralsClient; appUrl: string }> {
  const apiKey = `ref_${"B".repeat(40)}`;
  const config = readConfig({ PORT: String(await freePort()), DATA_DIR: join(folder, "data"), RATE_LIMITS: "off" });
  const service = await startService({
    config,
    log: { error: (fields) => console.error(fields) },
    pageDir: join(root, "dist/page"),
    demoTokens: true,
    extend: async (_, { systemContext }) => {
      const program = { name: "Acme partners", url: "https://acme.test" };
      await createWorkspace(systemContext(), { name: "Acme", slug: "acme", program, saleRateBp: 2500, apiKey });
    },
  });
  const client = createReferralsClient({ apiKey, baseUrl: config.apiUrl });
  for (const [name, count] of Object.entries(rows)) {
    const partner = await client.partners.create({ name, email: `${name}@mail.test`, tenantId: name });
    await seedRows(service.store, { partnerId: partner.id, count });
  }
  return { service, client, appUrl: config.appUrl };
}

/** Bundles a host's page as a host would, with React's production build. @returns its HTML */
async function buildHost(root: string, { way, appUrl, outDir }: { way: Way; appUrl: string; outDir: string }) {
  const built = await build({
    configFile: false,
    root,
    base: `/${way}/`,
    publicDir: false,
    logLevel: "error",
    plugins: [react()],
    define: { WAY: JSON.stringify(way), APP_URL: JSON.stringify(appUrl), "process.env.NODE_ENV": '"production"' },
    resolve: { alias: [{ find: /^referrals-embed$/, replacement: join(root, "dist/index.js") }] },
    build: {
      outDir,
      target: "es2022",
      rolldownOptions: { input: join(root, `bench/screen/${way === "chart" ? "chart" : "host"}-app.tsx`) },
    },
  });
  const { output } = built as Rolldown.RolldownOutput;
  const script = output.find((chunk) => chunk.type === "chunk" && chunk.isEntry)?.fileName;
  copyFileSync(join(root, "dist/styles.css"), join(outDir, "styles.css"));
  const styles = way === "inline" ? '<link rel="stylesheet" href="/inline/styles.css">' : "";
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Acme</title><link rel="icon" href="data:,">${styles}
<script type="module" src="/${way}/${script}"></script><div id="root"></div></html>`;
}
