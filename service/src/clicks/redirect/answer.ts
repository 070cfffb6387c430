import type { IncomingMessage, ServerResponse } from "node:http";

/** Echoes a caller's request id if it is safe in a header and a log line. */
const acceptable = /^[A-Za-z0-9_-]{1,64}$/;

const process36 = Math.floor(Math.random() * 36 ** 8).toString(36);
let requests = 0;

function requestId(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && acceptable.test(given)
    ? given
    : `req_${process36}${(requests += 1).toString(36)}`;
}

/** Headers of a short link's answer that depend on the link. */
export interface AnswerOptions {
  /** Search engines may index the link. */
  doIndex?: boolean;
  cookies?: string[];
  /** More headers: name, value, name, value… */
  headers?: string[];
}

/** A page of the redirect itself. */
export interface Page {
  status: number;
  html: string;
  /** Its Content-Security-Policy. */
  policy: string;
}

function commonHeaders(request: IncomingMessage, options: AnswerOptions): string[] {
  const headers = [
    "Cache-Control",
    "private, no-store",
    "Referrer-Policy",
    "strict-origin-when-cross-origin",
    "X-Content-Type-Options",
    "nosniff",
    "X-Request-Id",
    requestId(request),
  ];
  if (!options.doIndex) headers.push("X-Robots-Tag", "noindex");
  if (options.cookies) for (const cookie of options.cookies) headers.push("Set-Cookie", cookie);
  if (options.headers) headers.push(...options.headers);
  return headers;
}

/** 302. */
export function redirectTo(response: ServerResponse, location: string, options: AnswerOptions = {}): void {
  const headers = commonHeaders(response.req, options);
  headers.push("Location", location, "Content-Length", "0");
  response.writeHead(302, headers);
  response.end();
}

/** Sends a page; HEAD gets its headers only. */
export function sendPage(response: ServerResponse, { status, html, policy }: Page, options: AnswerOptions = {}): void {
  const headers = commonHeaders(response.req, options);
  headers.push("Content-Security-Policy", policy, "X-Frame-Options", "DENY");
  headers.push("Content-Type", "text/html; charset=utf-8", "Content-Length", String(Buffer.byteLength(html)));
  response.writeHead(status, headers);
  response.end(response.req.method === "HEAD" ? undefined : html);
}
