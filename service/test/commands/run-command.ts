import { readGiven, type Command } from "../../src/commands/command.ts";
import { onStore, type Work } from "../../src/commands/operator.ts";
import type { Config } from "../../src/config.ts";
import type { Store } from "../../src/store/open.ts";

/** What a command printed, and how its process would end. */
export interface Printed {
  out: string;
  exitCode: number;
}

/** Runs an operator's command on an open store, as the program does on one it opens itself. */
export async function runCommand(
  { store, config }: { store: Store; config: Config },
  command: Command & { work: Work },
  ...words: string[]
): Promise<Printed> {
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    const out = await onStore(store, config, readGiven("command", command, words), command.work);
    return { out, exitCode: Number(process.exitCode) };
  } finally {
    process.exitCode = before;
  }
}
