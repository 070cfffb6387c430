import { connect, type Socket } from "node:net";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Config } from "../config.ts";
import { UsageError, type Done, type Given } from "./command.ts";
import type { Tell } from "./operator.ts";

/** Lets the service that runs on this data directory execute a command, and prints its progress. @returns `undefined` when none runs */
export async function askService(config: Config, given: Given, tell: Tell): Promise<Done | undefined> {
  if (config.databaseUrl) return undefined;
  const socket = connect(socketOf(config));
  const connected = await new Promise<boolean>((done) => {
    socket.once("connect", () => done(true));
    socket.once("error", () => done(false));
  });
  if (!connected) return undefined;
  socket.end(JSON.stringify(given));
  for await (const line of createInterface({ input: socket })) {
    const reply = JSON.parse(line) as Reply;
    if ("done" in reply) return reply.done;
    if ("error" in reply) throw reply.usage ? new UsageError(reply.error) : new Error(reply.error);
    await tell(reply.told, reply.to);
  }
  throw new Error("The service ended before it answered.");
}

/** The answers of a running service, one per line: its progress and its result. */
export type Reply = { told: string; to: "stdout" | "stderr" } | { done: Done } | { error: string; usage: boolean };

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
