import { ReferralsError } from "referrals-embed/contract";

const maxLength = 8192;
const refused = new Set(["javascript:", "data:", "vbscript:", "file:", "blob:"]);

/**
 * A destination as it is stored: trimmed, completed with `https://` when it has no scheme but a dot and no blank, else byte for byte.
 * @param path where the value stood in the body, for the message
 * @throws ReferralsError 422 for anything a browser must not be sent to
 */
export function destinationUrl(path: string, given: string): string {
  const text = given.trim();
  const url = hasScheme(text) ? text : completed(text);
  if (url === undefined || hasControlCharacter(url) || !URL.canParse(url)) {
    throw invalid(path, "must be a URL, like https://example.com/page");
  }
  if (/^https?:/i.test(url) && !/^https?:\/\/[^/\\?#]+(?:[/?#]|$)/i.test(url)) {
    throw invalid(path, "must have // and a host after its scheme, and no \\ before its path");
  }
  if ([...url].length > maxLength) {
    throw new ReferralsError("unprocessable_entity", `too_big: ${path}: must be at most ${maxLength} characters`);
  }
  const { protocol } = new URL(url);
  if (refused.has(protocol)) throw invalid(path, `must not use the scheme ${protocol}`);
  return url;
}

/** `example.com:8080/x` parses as a URL of scheme `example.com`; nobody means that. */
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

function invalid(path: string, message: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", `invalid_format: ${path}: ${message}`);
}
