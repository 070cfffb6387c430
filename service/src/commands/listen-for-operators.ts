import { rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { readAll, socketOf, type Reply } from "./ask-service.ts";
import { CallerGone } from "../store/lanes.ts";
import { enterAsCommand } from "../middleware/admission.ts";
import { UsageError, type Given } from "./command.ts";
import { doneOn, type OperatorCommand, type OperatorParts } from "./operator.ts";

/**
 * Lets operators' commands use the embedded store of this process, which no other process can open. On PostgreSQL commands open the store
 * themselves. If this process cannot listen there, it runs without this.
 * @returns stops listening
 */
export async function listenForOperators(
  parts: OperatorParts,
  commands: Readonly<Record<string, OperatorCommand>>,
): Promise<() => Promise<void>> {
  const { config } = parts;
  if (config.databaseUrl) return async () => {};
  const path = socketOf(config);
  await rm(path, { force: true });
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => {});
    void answer(socket, parts, commands);
  });
  const listening = await new Promise<boolean>((done) => {
    server.once("error", () => done(false));
    const mask = process.umask(0o177);
    server.listen(path, () => done(true));
    process.umask(mask);
  });
  return async () => {
    if (listening) await new Promise((done) => server.close(done));
    await rm(path, { force: true });
  };
}

async function answer(
  socket: Socket,
  parts: OperatorParts,
  commands: Readonly<Record<string, OperatorCommand>>,
): Promise<void> {
  const send = (reply: Reply): Promise<void> =>
    new Promise((done, refuse) => {
      // The caller was killed: without this the command would continue unseen and block others.
      socket.write(`${JSON.stringify(reply)}\n`, (error) => (error ? refuse(new CallerGone()) : done()));
    });
  try {
    const given = JSON.parse(await readAll(socket)) as Given;
    const command = Object.hasOwn(commands, given.name) ? commands[given.name] : undefined;
    if (!command) throw new UsageError(`The running service does not know the command ${given.name}.`);
    const tell = (told: string, to: "stdout" | "stderr"): Promise<void> => send({ told, to });
    await send({ done: await admitted(parts, command, (own) => doneOn(own, given, { work: command.work, tell })) });
  } catch (error) {
    if (error instanceof CallerGone) return void socket.destroy();
    await send({ error: (error as Error).message, usage: error instanceof UsageError }).catch(() => {});
  }
  socket.end();
}

/** Makes a long command wait for its slots, and run after quick work on the embedded store's one session. */
async function admitted<T>(
  parts: OperatorParts,
  { isLong }: OperatorCommand,
  work: (parts: OperatorParts) => Promise<T>,
): Promise<T> {
  if (!isLong || !parts.admission) return work(parts);
  const leave = await enterAsCommand(parts.admission);
  return work({ ...parts, store: parts.store.in("reports") }).finally(leave);
}
