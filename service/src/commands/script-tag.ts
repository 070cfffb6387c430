const scriptPath = "/assets/analytics.js";

/** The script tag's data in a page. */
export interface ScriptTag {
  /** Whole address. */
  src: string;
  attributes: ReadonlyMap<string, string>;
}

/** The tag of the browser script in a page's HTML; `null` if there is none. The HTML does not show a tag that a tag manager adds. */
export function findScriptTag(html: string, pageUrl: string): ScriptTag | null {
  const tags = withoutComments(html).match(/<script\b[^>]*>/gi) ?? [];
  const found = tags.map(attributesOf).find((attributes) => attributes.get("src")?.includes(scriptPath));
  const src = found?.get("src");
  if (!found || src === undefined) return null;
  try {
    return { src: new URL(src, pageUrl).href, attributes: found };
  } catch {
    return null;
  }
}

/** Whether a site's Content-Security-Policy allows a script from this address. Policies with nonces or hashes count as allowing it. */
export function allowsScript(policy: string | null, src: string, pageUrl: string): boolean {
  const directives = new Map(
    (policy ?? "").split(/[;,]/).map((directive): [string, string[]] => {
      const [name = "", ...sources] = directive.trim().split(/\s+/);
      return [name.toLowerCase(), sources];
    }),
  );
  const sources = directives.get("script-src-elem") ?? directives.get("script-src") ?? directives.get("default-src");
  if (!sources) return true;
  const { origin, protocol, host } = new URL(src);
  return sources.some((source) => {
    if (source === "*" || source === protocol || /^'(nonce-|sha\d|strict-dynamic)/.test(source)) return true;
    if (source === "'self'") return origin === new URL(pageUrl).origin;
    const [, scheme, allowed = ""] = /^(?:(https?):\/\/)?([^/]+)/i.exec(source) ?? [];
    if (scheme !== undefined && `${scheme}:` !== protocol) return false;
    return allowed.startsWith("*.") ? host.endsWith(allowed.slice(1)) : allowed === host;
  });
}

function withoutComments(html: string): string {
  const [first = "", ...rest] = html.split("<!--");
  return first + rest.map((part) => (part.includes("-->") ? part.slice(part.indexOf("-->") + 3) : "")).join("");
}

function attributesOf(tag: string): Map<string, string> {
  const pairs = tag.slice("<script".length).matchAll(/([\w-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g);
  return new Map(
    [...pairs].map(([, name = "", double, single, bare]) => [
      name.toLowerCase(),
      (double ?? single ?? bare ?? "").replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
    ]),
  );
}
