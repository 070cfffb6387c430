import { readConfig } from "../../src/config.ts";
import { createWorkspace } from "../../src/domain/workspaces/create-workspace.ts";
import { startService } from "../../src/serve.ts";

/** The service as a process to be killed. Prints its port, and the key of a new workspace when asked for one. */
const service = await startService({
  config: readConfig(process.env),
  log: { error: (fields, message) => console.error(message, fields) },
  pageDir: "",
  demoTokens: false,
});
const created =
  process.argv[2] === "fresh"
    ? await createWorkspace(service.systemContext(), {
        name: "Acme",
        slug: "acme",
        program: { name: "Acme partners", url: "https://acme.test" },
        saleRateBp: 2500,
      })
    : undefined;
process.once("SIGTERM", () => void service.close());
console.log(JSON.stringify({ port: service.port, apiKey: created?.apiKey }));
