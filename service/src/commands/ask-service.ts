import { connect, type Socket } from "node:net";
import { join, resolve } from "node:path";
import type { Config } from "../config.ts";
import { UsageError, type Done, type Given } from "./command.ts";

/** Has the service that runs on this data directory do a command. @returns `undefined` when none runs */
export async function askService(config: Config, given: Given): Promise<Done | undefined> {
  if (config.databaseUrl) return undefined;
  const socket = connect(socketOf(config));
  const connected = await new Promise<boolean>((done) => {
    socket.once("connect", () => done(true));
    socket.once("error", () => done(false));
  });
  if (!connected) return undefined;
  socket.end(JSON.stringify(given));
  const text = await readAll(socket);
  if (text === "") throw new Error("The service ended before it answered.");
  const reply = JSON.parse(text) as Reply;
  if ("done" in reply) return reply.done;
  throw reply.usage ? new UsageError(reply.error) : new Error(reply.error);
}

/** What a running service answers. */
export type Reply = { done: Done } | { error: string; usage: boolean };

/** Socket on which a service with the embedded store takes operator commands; the data directory's permissions protect it. */
export function socketOf({ dataDir }: Config): string {
  return join(resolve(dataDir), "operator.sock");
}

/** Everything received until the other side ends; this side stays writable. */
export function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk as Buffer));
    socket.once("end", () => resolve(Buffer.concat(chunks).toString()));
    socket.once("error", reject);
  });
}
