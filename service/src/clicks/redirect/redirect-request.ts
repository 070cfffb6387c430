import type { IncomingMessage, ServerResponse } from "node:http";
import type { Agent } from "./classify-agent.ts";
import type { Visitor } from "./click-recorder.ts";
import type { GeoLocation } from "./geography.ts";
import { ways } from "../../bounds.ts";
import { nameOf } from "./location.ts";

/** A request on a short link while it is being answered. */
export interface RedirectRequest {
  message: IncomingMessage;
  response: ServerResponse;
  /** Link domain it came to. */
  domain: string;
  /** Without `?`. */
  query: string;
  userAgent: string;
  agent: Agent;
  visitor: Visitor;
  /** The client's address; never stored. */
  address: string;
  /** Identifies an address for a day, independent of the user agent. */
  nameOf: (address: string) => string;
  geoLocation: GeoLocation;
  /** Redirected but never counted. */
  uncounted: boolean;
  /** `Set-Cookie` for a password just given. */
  proof: string | null;
}

/** Whether a visit must not be counted: HEAD, a browser that loads ahead, or a visitor who opted out. */
export function isUncounted({ method, headers }: IncomingMessage, query: string): boolean {
  if (method === "HEAD" || headers["ref-no-track"] !== undefined || hasParameter(query, "ref-no-track")) return true;
  const purpose = headers["sec-purpose"] ?? headers["purpose"] ?? headers["x-purpose"];
  return purpose !== undefined && /prefetch|prerender|preview/i.test(String(purpose));
}

/** Whether a query has a parameter, with that value if one is given. */
export function hasParameter(query: string, name: string, value?: string): boolean {
  if (!query.includes(name)) return false;
  return query.split("&").some((part) => nameOf(part) === name && (value === undefined || part.endsWith(`=${value}`)));
}

/** The password of a form or of `?pw=`; null when none is given. */
export async function givenPassword({ message, query }: RedirectRequest): Promise<string | null> {
  if (message.method === "POST") return (await readForm(message)).get("password") ?? "";
  return query.includes("pw") ? new URLSearchParams(query).get("pw") : null;
}

/** The fields of a small form; empty if it is too large or not a form. */
async function readForm(message: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > ways.passwordForm.bytes) return new URLSearchParams();
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}
