import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { readConfig, type Config } from "../config.ts";
import type { GuideChapter } from "../docs/guides.ts";
import { programGaps } from "../domain/programs/program-gaps.ts";
import { createWorkspace } from "../domain/workspaces/create-workspace.ts";
import { serverOf } from "../jobs/smtp.ts";
import { createLog } from "../log.ts";
import { startService, type Parts } from "../serve.ts";
import { closeOnSignal } from "./close-on-signal.ts";
import { hasWorkspace } from "../store/queries/programs/programs.ts";
import { isUniqueViolation } from "../store/violations.ts";
import { listenForOperators } from "./listen-for-operators.ts";
import { operatorCommands } from "./operator-commands.ts";

/** Folder of a built page beside the built service. */
export function builtPages(name: "page" | "demo-host"): string {
  return fileURLToPath(new URL(`./${name}`, import.meta.url));
}

/** The built browser script beside the built service. */
export function builtScript(name: "analytics" | "embed"): string {
  return fileURLToPath(new URL(`./assets/${name}.js`, import.meta.url));
}

/** The guides that the build rendered, beside the built service. */
export function builtGuides(): GuideChapter[] {
  return JSON.parse(readFileSync(new URL("./guides.json", import.meta.url), "utf8")) as GuideChapter[];
}

/** The API description that the build wrote, beside the built service. */
export function builtDescription(): string {
  return readFileSync(new URL("./openapi.json", import.meta.url), "utf8");
}

/** Starts the service. An empty store with `API_KEY` set gets a workspace with that key, so that the API can be used. */
export async function serve(): Promise<void> {
  const config = readConfig(process.env);
  if (config.databaseUrl !== undefined) keepHeapClose();
  const log = createLog(config.logLevel);
  const service = await startService({
    config,
    log,
    pageDir: builtPages("page"),
    analyticsScript: builtScript("analytics"),
    embedScript: builtScript("embed"),
    guides: builtGuides(),
    description: builtDescription(),
    demoTokens: false,
    extend: async (_, parts) => {
      await firstWorkspace(parts);
      for (const { workspace, problem } of await programGaps(parts.systemContext())) {
        log.warn({ workspace }, `${problem} Run referrals-service init.`);
      }
    },
  });
  const stopListening = await listenForOperators(service.deps, operatorCommands);
  log.info({ port: service.port, url: config.appUrl, api: config.apiUrl }, "The service is ready.");
  log.info({}, mailsInWords(config));
  closeOnSignal(async () => {
    await stopListening();
    await service.close();
  });
}

/** Whether mails are sent, and through which server, without its password. */
export function mailsInWords({ mail }: Pick<Config, "mail">): string {
  if (mail === undefined) return "No mails are sent: SMTP_URL is not set.";
  return `Mails are sent through ${serverOf(mail.smtpUrl)} as ${mail.from}.`;
}

/**
 * Lets the heap grow by a fifth between two collections. By default V8 lets it grow several times under load, and a process that needs 75
 * MB takes 250. With the embedded store most memory is the database's, so this would cost time and save nothing.
 */
function keepHeapClose(): void {
  setFlagsFromString("--heap-growing-percent=20");
}

/** An empty store with `API_KEY` set gets a workspace with that key, once. @returns whether there is a workspace */
export async function firstWorkspace({
  store,
  deps,
  systemContext,
}: Pick<Parts, "store" | "deps" | "systemContext">): Promise<boolean> {
  const { apiKey, appUrl } = deps.config;
  if (await hasWorkspace(store.db)) return true;
  if (!apiKey) return false;
  const program = { name: "Partner program", url: appUrl };
  try {
    await createWorkspace(systemContext(), { name: "Workspace", slug: "workspace", program, apiKey });
  } catch (error) {
    // Another replica created it at the same time.
    if (!isUniqueViolation(error, "workspaces_slug_key")) throw error;
  }
  return true;
}
