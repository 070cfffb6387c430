import { readConfig } from "../service/src/config.ts";
import { startService } from "../service/src/serve.ts";

/** The service of `DATA_DIR` and `DATABASE_URL`, without the page; it says when it answers, and ends when it is told anything. */
const log = { error: (fields: object) => console.error(fields) };
const config = readConfig({ ...process.env, PORT: "0", APP_URL: "http://127.0.0.1" });
const service = await startService({ config, log, pageDir: "", demoTokens: false });
await fetch(`http://127.0.0.1:${service.port}/ready`);
process.send?.("ready");
process.once("message", () => {
  void service.close().then(() => process.disconnect());
});
