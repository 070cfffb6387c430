import { version } from "../package.json" with { type: "json" };
import { listSettings, readConfig } from "./config.ts";
import { helpOf, readGiven, UsageError, type Command } from "./commands/command.ts";
import { demo } from "./commands/demo.ts";
import { operatorCommands } from "./commands/operator-commands.ts";
import { serve } from "./commands/serve.ts";
import { endpoints } from "./routes/all.ts";
import { buildDescription } from "./routes/openapi.ts";
import { openStore } from "./store/open.ts";

export { listSettings } from "./config.ts";
export { programFileSchema } from "./docs/program-file.ts";

/** Every command, in the order of the list. */
export const commands: Readonly<Record<string, Command>> = {
  serve: { does: "start the service", more: serveHelp(), run: serve },
  demo: { does: "start the service with a demo program and a demo host", run: demo },
  migrate: { does: "apply migrations to the store and end", run: migrate },
  ...operatorCommands,
};

/** The settings with their default values. */
function serveHelp(): string {
  const settings = listSettings();
  const width = Math.max(...settings.map(({ name }) => name.length));
  return [
    "Settings are environment variables. A first start needs APP_URL, where browsers reach it, and API_KEY, the key you",
    "will call it with: ref_ and 40 letters or digits. All others have a default.",
    "",
    ...settings.map(({ name, unset, does }) => `${name.padEnd(width)}  ${does} [${unset}]`),
  ].join("\n");
}

async function migrate(): Promise<void> {
  const { databaseUrl, dataDir } = readConfig(process.env);
  const store = await openStore(databaseUrl ? { databaseUrl } : { dataDir });
  await store.close();
  console.log("The store is up to date.");
}

/** The API description that the build ships. */
export function describeService(): string {
  return buildDescription(endpoints);
}

/** An empty, migrated embedded store as a tar; the build ships it so that a first start is quick. */
export async function dumpEmptyStore(): Promise<Uint8Array> {
  const store = await openStore({ dataDir: null, snapshot: null });
  try {
    return await store.dump();
  } finally {
    await store.close();
  }
}

/** Runs the command a person typed. @throws UsageError, or Error with one readable line */
export async function runCli([name = "help", ...words]: string[]): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command && words.some((word) => word === "--help" || word === "-h")) return console.log(helpOf(name, command));
  if (command) return command.run(readGiven(name, command, words));
  if (["version", "--version", "-v"].includes(name)) return console.log(version);
  if (!["help", "--help", "-h"].includes(name))
    throw new UsageError(`There is no command ${name}. See: referrals-service --help`);
  const width = Math.max(...Object.keys(commands).map((known) => known.length));
  const listed = Object.entries(commands).filter(([, { isBeside }]) => !isBeside);
  const list = listed.map(([known, { does }]) => `  ${known.padEnd(width)}  ${does}`);
  console.log(["referrals-service <command>; its --help tells more, that of serve the settings:", ...list].join("\n"));
}

/** The program: runs the command of the process's arguments. */
export function main(): void {
  // Everything a command writes holds secrets or personal data: the store, the journal, exports.
  process.umask(0o077);
  runCli(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(error instanceof UsageError ? 2 : 1);
  });
}
