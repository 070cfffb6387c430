import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context, MiddlewareHandler } from "hono";
import { ByteCache } from "../byte-cache.ts";

/** What is the same for everybody and read by browsers. */
const files = /^(text\/(html|css|javascript)|image\/svg\+xml)\b/;
/**
 * What a partner's browser reads, often on a phone: the first answer alone keeps a slow network busy for longer than all else that is
 * waited for. Its length gives nothing away: a page without the token cannot ask for it. All other answers are the proxy's to compress.
 */
const reads = /\/embed\/referrals(\/(?!export$)[\w-]+)?$/;
const MIN_BYTES = 1024;
/** For the built files, compressed, and the few forms of the page. */
const CACHE_BYTES = 32_000_000;

type Encoding = "br" | "gzip";

/** What is kept is compressed well, what is sent once quickly. */
const effort = { kept: 9, once: 4 };

const encoders: Record<Encoding, (bytes: Uint8Array, effort: number) => Promise<Uint8Array>> = {
  br: (bytes, effort) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: effort, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes, effort) => promisify(gzip)(bytes, { level: effort }),
};

/**
 * Sends pages, scripts, styles and the API description compressed: each body once, by its digest, then from memory; and what the embed
 * reads, each time anew. A service without a proxy in front so keeps to the size limits too.
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
    // By its tag where it has one: a copy and a digest of a large body would cost milliseconds of everybody's for each request.
    const tag = c.res.headers.get("etag");
    const tagged = !isRead && tag ? `${encoding} ${c.req.path} ${tag}` : undefined;
    const ready = tagged === undefined ? undefined : known.get(tagged);
    if (ready) return answerWith(c, encoding, await ready);
    const bytes = new Uint8Array(await c.res.clone().arrayBuffer());
    if (bytes.length < MIN_BYTES) return;
    // Each answer is asked for once: to keep it would take time, and room from answers that are asked for often.
    const isOnce = isRead || c.req.path.startsWith("/docs/search");
    if (isOnce) return answerWith(c, encoding, await encoders[encoding](bytes, effort.once));
    const key = tagged ?? `${encoding} ${createHash("sha256").update(bytes).digest("base64")}`;
    return answerWith(c, encoding, await keep(key, encoding, bytes));
  };
}

function answerWith(c: Context, encoding: Encoding, body: Uint8Array): void {
  // What zlib made is in no shared memory; its type leaves it open.
  c.res = new Response(body as Uint8Array<ArrayBuffer>, { status: c.res.status, headers: c.res.headers });
  c.header("Content-Encoding", encoding);
  c.header("Content-Length", String(body.length));
}

/** The best of ours that a client takes; `;q=0` is a refusal. */
function encodingOf(accepted: string): Encoding | undefined {
  const refused = /;\s*q=0(\.0*)?\s*$/;
  const names = accepted
    .split(",")
    .filter((entry) => !refused.test(entry))
    .map((entry) => (entry.split(";", 1)[0] ?? "").trim().toLowerCase());
  return (["br", "gzip"] as const).find((encoding) => names.includes(encoding));
}
