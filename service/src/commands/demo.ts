import { randomInt } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ownHosts, readConfig, type Config } from "../config.ts";
import { demoHost } from "../demo/demo-host.ts";
import { DemoMails } from "../demo/demo-mails.ts";
import { continueDemo, followAddress, isSeeded, seedDemo, type SeedProgress } from "../demo/seed-demo.ts";
import { base62 } from "../domain/ids.ts";
import { printConsoleLink } from "../domain/people/console-link.ts";
import { createLog } from "../log.ts";
import { startService, type Parts } from "../serve.ts";
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from "../store/private-files.ts";
import { closeOnSignal } from "./close-on-signal.ts";
import { listenForOperators } from "./listen-for-operators.ts";
import { operatorCommands } from "./operator-commands.ts";
import { findWorkspace } from "./operator.ts";
import { builtDescription, builtGuides, builtPages, builtScript } from "./serve.ts";

/** Starts the service with a demo program in it and a demo host in front; a second start finds the data there. */
export async function demo(): Promise<void> {
  const config = demoConfig(process.env);
  const log = createLog(process.env["LOG_LEVEL"] ? config.logLevel : "warn");
  let apiKey = config.apiKey ?? "";
  const mails = new DemoMails();
  const service = await startService({
    config,
    mailTransport: mails,
    log,
    pageDir: builtPages("page"),
    analyticsScript: builtScript("analytics"),
    embedScript: builtScript("embed"),
    guides: builtGuides(),
    description: builtDescription(),
    demoTokens: true,
    extend: async (app, parts) => {
      // The data directory is open, so it exists and is ours: the place to keep the key.
      apiKey ||= keptKey(config);
      if (!(await isSeeded(parts.systemContext()))) await seedDemo(parts, apiKey, showProgress("Seeding"));
      else {
        await followAddress(parts);
        await continueDemo(parts, showProgress("Continuing"));
      }
      const { appUrl, apiUrl } = config;
      app.route("/demo/mail", mails.pages());
      app.route("/demo", demoHost({ dir: builtPages("demo-host"), appUrl, apiUrl, apiKey }));
    },
  });
  console.log(welcome(config, apiKey, await consoleLink(service)));
  const stopListening = await listenForOperators(service.deps, operatorCommands);
  closeOnSignal(async () => {
    await stopListening();
    await service.close();
  });
}

/** Mails of the demo never leave. On one's own machine the demo's links have a host that says whose they are, and that browsers find there. */
function demoConfig(env: NodeJS.ProcessEnv): Config {
  const config = { ...readConfig(env), mail: { smtpUrl: "smtp://demo.invalid", from: "partners@northlight.example" } };
  const { hostname, port, protocol } = new URL(config.appUrl);
  if (env["LINK_DOMAINS"] || !ownHosts.includes(hostname)) return config;
  return { ...config, linkDomains: [`${protocol}//go.northlight.localhost:${port}`] };
}

/** The demo's own secret key, made once and kept beside the data: a key shipped with the code would be known to everyone. */
function keptKey({ dataDir }: Config): string {
  const file = join(dataDir, "demo-api-key");
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  const key = `ref_${Array.from({ length: 40 }, () => base62[randomInt(62)]).join("")}`;
  mkdirSync(dataDir, { recursive: true, mode: PRIVATE_DIRECTORY });
  writeFileSync(file, `${key}\n`, { mode: PRIVATE_FILE });
  return key;
}

function showProgress(doing: string): (progress: SeedProgress) => void {
  return ({ done, of }) => {
    if (!process.stdout.isTTY && done % 30 !== 0) return;
    const line = `${doing} the demo program: day ${done} of ${of}`;
    if (!process.stdout.isTTY) return console.log(line);
    process.stdout.write(`\r${line}${done === of ? "\n" : ""}`);
  };
}

/** Where the demo's owner signs in, once within a day. */
async function consoleLink({ systemContext }: Parts): Promise<string> {
  const ctx = systemContext();
  if (!ctx.config.console) return "off";
  return (await printConsoleLink(systemContext(await findWorkspace(ctx, undefined)))).url;
}

function welcome({ appUrl, apiUrl }: Config, apiKey: string, consoleUrl: string): string {
  return `
  Demo host      ${appUrl}/demo/
  Console        ${consoleUrl}
  Join page      ${appUrl}/join
  Partner page   ${appUrl}/partners
  Mails          ${appUrl}/demo/mail
  API            ${apiUrl}
  Embed page     ${appUrl}/embed/referrals?token=demo
  Demo API key   ${apiKey}

  Try it:
  curl -s "${apiUrl}/partners?pageSize=1" -H "Authorization: Bearer ${apiKey}"
`;
}
