import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { Hono, type Context as HonoContext } from "hono";
import { parseAccept } from "hono/utils/accept";
import { parameterOf } from "../middleware/read-query.ts";

/** The service's parts that the embed page uses. */
export interface EmbedPageDeps {
  /**
   * Origins that may show the partner's data (`null`: any) of a token in force; `undefined` for one that is unknown, expired
   * or revoked.
   */
  findOrigins(token: string): Promise<readonly string[] | null | undefined>;
  /** Folder of the built page: `index.html`, `preloads.json` and `assets`. */
  pageDir: string;
  /** {app_url}. */
  appUrl: string;
  /** {base_url}. */
  apiUrl: string;
  /** Whether demo tokens are accepted (EMB-D3). */
  demoTokens: boolean;
}

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};
const SCHEMES = ["light", "dark", "system"];
const VIEWS = ["referrals", "analytics", "card"];
/** A valid entry of `frame-ancestors`: an origin, without characters that could end the directive. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^\s;,'"]+$/i;
const isDemo = (token: string): boolean => /^demo(:|$)/.test(token);

/**
 * The embed page and its assets, to be mounted at `/embed` (EMB-I1 to EMB-I5). Always answers the themed page: 200; 400 with neither token
 * nor handshake; 401 with a token that is not in force. Of the query only theme and view, from fixed lists, reach the HTML.
 */
export function createEmbedPage(deps: EmbedPageDeps): Hono {
  const files = new Map<string, Promise<Buffer>>();
  const read = (name: string): Promise<Buffer> => {
    const known = files.get(name) ?? readFile(join(deps.pageDir, name));
    files.set(name, known);
    known.catch(() => files.delete(name));
    return known;
  };
  const page = new Hono();
  page.get("/referrals", async (c) => {
    const token = parameterOf(c, "token");
    const origins = token ? await originsOf(deps, token) : null;
    const announced = parameterOf(c, "handshake") === "1";
    const status = token ? (origins === undefined ? 401 : 200) : announced ? 200 : 400;
    const preloads = JSON.parse((await read("preloads.json")).toString()) as Preloads;
    const html = fillPage((await read("index.html")).toString(), c, { ...deps, preloads });
    return c.html(html, status, pageHeaders(deps, origins ?? null));
  });
  page.get("/assets/:file{[A-Za-z0-9_-][A-Za-z0-9._-]*}", async (c) => {
    const file = c.req.param("file");
    const type = TYPES[extname(file)];
    const bytes = type ? await read(join("assets", file)).catch(() => undefined) : undefined;
    if (!type || !bytes) return c.notFound();
    return c.body(new Uint8Array(bytes), 200, { ...shared, "Content-Type": type, "Cache-Control": FOREVER });
  });
  return page;
}

const FOREVER = "public, max-age=31536000, immutable";
/** CORP lets hosts frame us under isolation; so does COEP on the page itself (embed §14). */
const shared = { "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "cross-origin" };

function originsOf(deps: EmbedPageDeps, token: string): Promise<readonly string[] | null | undefined> {
  if (isDemo(token)) return Promise.resolve(deps.demoTokens ? null : undefined);
  return deps.findOrigins(token);
}

function pageHeaders({ appUrl, apiUrl }: EmbedPageDeps, origins: readonly string[] | null): Record<string, string> {
  const api = new URL(apiUrl).origin;
  const ancestors = origins === null ? "*" : origins.filter((origin) => ORIGIN.test(origin)).join(" ") || "'none'";
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self'${api === new URL(appUrl).origin ? "" : ` ${api}`}`,
    "img-src 'self' data: https:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
  ];
  return {
    ...shared,
    "Content-Security-Policy": policy.join("; "),
    "Cross-Origin-Embedder-Policy": "credentialless",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
  };
}

/** Files that depend on the request: the chunk of each language by tag, the chunks of each panel by name. */
interface Preloads {
  languages: Readonly<Record<string, string>>;
  panels: Readonly<Record<string, readonly string[]>>;
}

/**
 * Writes the inputs of the first paint into the markup: theme and view, so that HTML and CSS alone paint the right skeleton (EMB-I4), and
 * the files this reader needs, which the browser then fetches together with the scripts.
 */
function fillPage(
  html: string,
  c: HonoContext,
  { appUrl, apiUrl, demoTokens, preloads }: EmbedPageDeps & { preloads: Preloads },
): string {
  const asked = parameterOf(c, "theme") ?? "";
  const theme = SCHEMES.includes(asked) ? asked : "light";
  const data = parameterOf(c, "data") ?? "";
  const view = VIEWS.includes(data) ? data : "referrals";
  const first = view === "referrals" ? (parameterOf(c, "sections") ?? "").split(",", 1).join() : view;
  const panel = Object.hasOwn(preloads.panels, first) ? (preloads.panels[first] ?? []) : [];
  const links = [languageFile(c, preloads.languages), ...panel].map((file) =>
    file ? `<link rel="modulepreload" href="${file}">` : "",
  );
  const extra = [demoTokens ? ' data-demo=""' : "", apiUrl === `${appUrl}/api` ? "" : ` data-api="${apiUrl}"`].join("");
  return html
    .replace('data-theme="light" data-view="referrals"', `data-theme="${theme}" data-view="${view}"${extra}`)
    .replaceAll('data-scheme="light"', `data-scheme="${theme}"`)
    .replace("<!-- preloads -->", links.join(""));
}

/**
 * The chunk of the first language of `?locale=` and `Accept-Language` that the dashboard has, else English. Each language has one pack, so
 * its first subtag decides. If the host sets another language later, the only cost is one needless request.
 */
function languageFile(c: HonoContext, languages: Preloads["languages"]): string | undefined {
  const accepted = parseAccept(c.req.header("Accept-Language") ?? "").map(({ type }) => type);
  const packs = new Map(Object.entries(languages).map(([tag, file]) => [languageOf(tag), file]));
  const known = [parameterOf(c, "locale") ?? "", ...accepted].find((tag) => packs.has(languageOf(tag)));
  return packs.get(languageOf(known ?? "en"));
}

const languageOf = (tag: string): string => tag.split("-", 1).join().toLowerCase();
