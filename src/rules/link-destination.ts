import { ReferralsError } from "../contract/errors.ts";
import type { LinkHost } from "../contract/records.ts";
import type { IssueCode } from "../contract/validation-issue.ts";
import { hasHiddenMarks, hiddenMarksProblem } from "./hidden-marks.ts";
import { parseUrl } from "./parse-url.ts";

const maxLength = 8192;
const refused = new Set(["javascript:", "data:", "vbscript:", "file:", "blob:"]);

/**
 * A destination as it is stored: trimmed, completed with `https://` when it has no scheme but a dot and no blank, else byte for byte.
 * @param path where the value stood in the body, for the message
 * @throws ReferralsError 422 for anything a browser must not be sent to
 */
export function destinationUrl(path: string, given: string): string {
  const text = given.trim();
  if (hasHiddenMarks(text)) throw invalid("invalid_format", path, `must be a URL: it ${hiddenMarksProblem}`);
  const url = hasScheme(text) ? text : completed(text);
  const parsed = url === undefined || hasControlCharacter(url) ? undefined : parseUrl(url);
  if (url === undefined || parsed === undefined) {
    throw invalid("invalid_format", path, "must be a URL, like https://example.com/page");
  }
  if (/^https?:/i.test(url) && !/^https?:\/\/[^/\\?#]+(?:[/?#]|$)/i.test(url)) {
    throw invalid("invalid_format", path, "must have // and a host after its scheme, and no \\ before its path");
  }
  if ([...url].length > maxLength) {
    throw invalid("too_big", path, `must be at most ${maxLength} characters`);
  }
  const { protocol } = parsed;
  if (refused.has(protocol)) throw invalid("invalid_format", path, `must not use the scheme ${protocol}`);
  return url;
}

/** `example.com:8080/x` parses as a URL with the scheme `example.com`, which is never meant. */
function hasScheme(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/?#:]+:\d+(?:[/?#]|$)/.test(text);
}

function completed(text: string): string | undefined {
  return text.includes(".") && !/\s/.test(text) ? `https://${text.replace(/^\/\//, "")}` : undefined;
}

function hasControlCharacter(text: string): boolean {
  for (const character of text) if (character < " " || character === "\u007f") return true;
  return false;
}

/** Where a group's links may lead, in the columns it is stored in; `url` is the program's landing page. */
export interface HostPolicy {
  url: string;
  link_hosts: readonly LinkHost[];
  default_urls: readonly string[];
}

/**
 * Checks a destination a partner's link is given: https on the default port, no credentials, on a host the group lists; without a
 * list, on the program's. In mode `exact` only the group's default urls on that host.
 * @throws ReferralsError 422
 */
export function checkLinkHost(url: string, policy: HostPolicy): void {
  const { protocol, username, password, port, hostname } = new URL(url);
  if (protocol !== "https:" || port !== "" || username !== "" || password !== "") {
    throw invalid("custom", "url", "must be https, without credentials and on the default port");
  }
  if (policy.link_hosts.length === 0) {
    const own = new URL(policy.url).hostname;
    const cure = "change that, or add the host to linkHosts of the partner's group";
    if (hostname !== own) throw invalid("custom", "url", `must be on ${own}, the host of the program's url: ${cure}`);
    return;
  }
  const entries = policy.link_hosts.filter((entry) => hostnameOf(entry.host) === hostname);
  if (entries.some((entry) => entry.mode === "host")) return;
  if (entries.length > 0 && policy.default_urls.includes(url)) return;
  const hosts = policy.link_hosts.map((entry) => entry.host).join(", ");
  throw invalid(
    "custom",
    "url",
    entries.length > 0 ? "must be one of the program's own links" : `must be on one of: ${hosts}`,
  );
}

/** As a URL spells it: IDNA, lower case. */
function hostnameOf(host: string): string {
  return parseUrl(`https://${host}`)?.hostname ?? host.toLowerCase();
}

function invalid(issue: IssueCode, path: string, message: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", `${issue}: ${path}: ${message}`);
}

/** The destination with `via=<key>`, its other bytes and fragment kept. */
export function withVia(url: string, key: string): string {
  const hash = url.indexOf("#");
  const [rest, fragment] = hash === -1 ? [url, ""] : [url.slice(0, hash), url.slice(hash)];
  return `${rest}${rest.includes("?") ? "&" : "?"}via=${encodeURIComponent(key)}${fragment}`;
}
