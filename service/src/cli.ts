#!/usr/bin/env node
import { fileURLToPath } from "node:url";
import { readConfig } from "./config.ts";
import { demo } from "./commands/demo.ts";
import { serve } from "./commands/serve.ts";
import { verify } from "./commands/verify.ts";
import { openStore } from "./store/open.ts";

const commands: Record<string, { does: string; run: (args: string[]) => Promise<void> }> = {
  serve: { does: "start the service", run: serve },
  demo: { does: "start the service with a demo program and a demo host", run: demo },
  migrate: { does: "apply migrations to the store and end", run: migrate },
  verify: { does: "check the data against the invariants and end", run: verify },
};

async function migrate(): Promise<void> {
  const { databaseUrl, dataDir } = readConfig(process.env);
  const store = await openStore(databaseUrl ? { databaseUrl } : { dataDir });
  await store.close();
  console.log("The store is up to date.");
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

async function main([name = "help", ...args]: string[]): Promise<void> {
  const command = commands[name];
  if (command) return command.run(args);
  const list = Object.entries(commands).map(
    ([command, { does }]) => `  referrals-service ${command.padEnd(8)} ${does}`,
  );
  console.log(["Usage:", ...list, "", "Settings are environment variables; the README lists them."].join("\n"));
  if (!["help", "--help", "-h"].includes(name)) process.exitCode = 1;
}

if (process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1]) {
  main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  });
}
