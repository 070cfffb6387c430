import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { createEmbedPage } from "../service/src/routes/embed-page.ts";

/** Serves the built embed page, with demo tokens only, for the stories of the real frame; undone when the run ends. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const appUrl = process.env.STORYBOOK_APP_URL!;
  // Vitest sets up once for the run and once for each of its browsers.
  if (process.env.STORYBOOK_APP_SERVED === appUrl) return undefined;
  process.env.STORYBOOK_APP_SERVED = appUrl;
  const app = new Hono().route(
    "/embed",
    createEmbedPage({
      findOrigins: () => Promise.resolve(undefined),
      pageDir: fileURLToPath(new URL("../dist/page", import.meta.url)),
      appUrl,
      apiUrl: `${appUrl}/api`,
      demoTokens: true,
    }),
  );
  const server: Server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => {
    server.listen(Number(new URL(appUrl).port), "127.0.0.1", resolve);
  });
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}
