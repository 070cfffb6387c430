import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { readGiven, type Done } from "../../src/commands/command.ts";
import { onStore, type OperatorCommand, type Tell } from "../../src/commands/operator.ts";
import type { Config } from "../../src/config.ts";
import type { Store } from "../../src/store/open.ts";

/** Runs an operator's command on an open store, as the program does on one it opens itself. */
export async function runCommand(
  { store, config, tell }: { store: Store; config: Config; tell?: Tell },
  command: OperatorCommand,
  ...words: string[]
): Promise<Done> {
  // Not the default one: a data directory has one owner, and files of tests run beside each other.
  const isOwn = !isAbsolute(config.dataDir);
  const dataDir = isOwn ? await mkdtemp(join(tmpdir(), "command-")) : config.dataDir;
  const here = { ...config, dataDir };
  try {
    const typed = readGiven("command", command, words);
    const given = command.ask ? await command.ask(typed, here) : typed;
    return await onStore(store, here, { given, work: command.work, ...(tell && { tell }) });
  } finally {
    if (isOwn) await rm(dataDir, { recursive: true });
  }
}
