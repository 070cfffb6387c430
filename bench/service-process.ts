import { readConfig } from "../service/src/config.ts";
import { firstWorkspace } from "../service/src/commands/serve.ts";
import { startService } from "../service/src/serve.ts";

/** The service of `DATA_DIR` and `DATABASE_URL`, without the page; it says where once it answers, and ends when it is told anything. */
const log = { error: (fields: object) => console.error(fields) };
const config = readConfig({ PORT: "0", APP_URL: "http://127.0.0.1", ...process.env });
const extend = async (_: unknown, parts: Parameters<typeof firstWorkspace>[0]): Promise<void> =>
  void (await firstWorkspace(parts));
const service = await startService({ config, log, pageDir: "dist/page", demoTokens: false, extend });
await fetch(`http://127.0.0.1:${service.port}/ready`);
process.send?.({ port: service.port });
process.once("message", () => {
  void service.close().then(() => process.disconnect());
});
// Whoever started it is gone.
process.once("disconnect", () => process.exit());
