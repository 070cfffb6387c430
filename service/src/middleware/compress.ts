import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context, MiddlewareHandler } from "hono";
import { ByteCache } from "../byte-cache.ts";

/** Public answers that browsers read. */
const files = /^(text\/(html|css|javascript|markdown)|image\/svg\+xml)\b/;
/**
 * Answers to a partner's browser, often on a phone: on a slow network the first answer takes the longest of all. Its length leaks nothing,
 * because a page without the token cannot request it. The proxy may compress all other answers.
 */
const reads = /\/embed\/referrals(\/(?!export$)[\w-]+)?$/;
const MIN_BYTES = 1024;
/** For the built files, compressed, and the few forms of the page. */
const CACHE_BYTES = 32_000_000;

type Encoding = "br" | "gzip";

/** Kept bodies get the best compression, bodies sent once a fast one. */
const effort = { kept: 9, once: 4 };

const encoders: Record<Encoding, (bytes: Uint8Array, effort: number) => Promise<Uint8Array>> = {
  br: (bytes, effort) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: effort, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes, effort) => promisify(gzip)(bytes, { level: effort }),
};

/**
 * Compresses pages, scripts, styles and the API description, each body once, by its digest, then from memory; compresses embed reads each
 * time. So a service without a proxy meets the size limits too.
 */
export function compress(): MiddlewareHandler {
  const known = new ByteCache<Promise<Uint8Array>>(CACHE_BYTES);
  const keep = (key: string, encoding: Encoding, bytes: Uint8Array): Promise<Uint8Array> => {
    let encoded = known.get(key);
    if (!encoded) known.set(key, (encoded = encoders[encoding](bytes, effort.kept)), bytes.length);
    return encoded;
  };
  return async (c, next) => {
    await next();
    const type = c.res.headers.get("content-type") ?? "";
    const isRead = /^application\/json\b/.test(type) && reads.test(c.req.path);
    if (!isRead && !files.test(type) && !c.req.path.endsWith("/openapi.json")) return;
    if (c.res.headers.has("content-encoding") || c.res.body === null) return;
    c.header("Vary", "Accept-Encoding", { append: true });
    const encoding = encodingOf(c.req.header("accept-encoding") ?? "");
    if (!encoding) return;
    // Uses the tag if there is one: copying and hashing a large body would block the thread for milliseconds per request.
    const tag = c.res.headers.get("etag");
    const tagged = !isRead && tag ? `${encoding} ${c.req.path} ${tag}` : undefined;
    const ready = tagged === undefined ? undefined : known.get(tagged);
    if (ready) return answerWith(c, encoding, await ready);
    const bytes = new Uint8Array(await c.res.clone().arrayBuffer());
    if (bytes.length < MIN_BYTES) return;
    // Each such answer is requested once: keeping it would take time, and memory from frequent answers.
    const isOnce = isRead || c.req.path.startsWith("/docs/search");
    if (isOnce) return answerWith(c, encoding, await encoders[encoding](bytes, effort.once));
    const key = tagged ?? `${encoding} ${createHash("sha256").update(bytes).digest("base64")}`;
    return answerWith(c, encoding, await keep(key, encoding, bytes));
  };
}

function answerWith(c: Context, encoding: Encoding, body: Uint8Array): void {
  // A result of zlib is never in shared memory, but its type allows it.
  c.res = new Response(body as Uint8Array<ArrayBuffer>, { status: c.res.status, headers: c.res.headers });
  c.header("Content-Encoding", encoding);
  c.header("Content-Length", String(body.length));
}

/** Our best encoding that the client accepts; `;q=0` is a refusal. */
function encodingOf(accepted: string): Encoding | undefined {
  const refused = /;\s*q=0(\.0*)?\s*$/;
  const names = accepted
    .split(",")
    .filter((entry) => !refused.test(entry))
    .map((entry) => (entry.split(";", 1)[0] ?? "").trim().toLowerCase());
  return (["br", "gzip"] as const).find((encoding) => names.includes(encoding));
}
