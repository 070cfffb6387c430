import { RequestError } from "@hono/node-server";
import type { Duplex } from "node:stream";
import { errorStatuses } from "referrals-embed/contract";
import type { Config } from "./config.ts";
import { errorBody } from "./middleware/errors.ts";

type Addresses = Pick<Config, "appUrl">;

const headers = { "Content-Type": "application/json; charset=utf-8", "X-Content-Type-Options": "nosniff" };

const unreadable = "The request could not be read: its request line, headers or body are not valid HTTP, or too large.";

/** The 400 of a request whose address or `Host` names nothing; the application answers its own errors itself. */
export function unreadableAnswer(error: unknown, config: Addresses): Response {
  const code = error instanceof RequestError ? "bad_request" : "internal_server_error";
  const message = code === "bad_request" ? unreadable : "Something went wrong on our side. Try again.";
  return Response.json(errorBody(code, message, config), { status: errorStatuses[code], headers });
}

/** Answers what Node's parser gave up on: its own answer has no envelope, and statuses the contract does not know. */
export function refuseUnreadable(config: Addresses): (error: NodeJS.ErrnoException, socket: Duplex) => void {
  const body = JSON.stringify(errorBody("bad_request", unreadable, config));
  const head = { ...headers, "Content-Length": Buffer.byteLength(body), Connection: "close" };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  const answer = ["HTTP/1.1 400 Bad Request", ...lines, "", body].join("\r\n");
  return (error, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else socket.end(answer);
  };
}
