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
  const typed = readGiven("command", command, words);
  const given = command.ask ? await command.ask(typed, config) : typed;
  return onStore(store, config, { given, work: command.work, ...(tell && { tell }) });
}
