import { domainToASCII } from "node:url";

/** Parameters of the redirect itself; they never reach a destination. */
const ours = new Set(["qr", "pw", "ref-no-track"]);

/**
 * The address to send a visitor to: the stored destination with the incoming query merged in and the click id added. Incoming parameters
 * replace or join the destination's; its other bytes stay, and nothing incoming can reach scheme, host, path or fragment.
 */
export function locationOf(destination: string, { query, clickId, clickIdParams }: Passed): string {
  const stored = asciiAddress(destination);
  const incoming = query === "" ? [] : incomingSegments(query, clickIdParams);
  if (clickId !== null)
    for (const name of clickIdParams) incoming.push({ name, text: `${encodeURIComponent(name)}=${clickId}` });
  return incoming.length === 0 ? stored : merge(stored, incoming);
}

/** The data a redirect passes on to the destination. */
export interface Passed {
  /** The incoming query, without `?`. */
  query: string;
  /** Null when none is passed on. */
  clickId: string | null;
  /** Names of the parameters that carry the click id. */
  clickIdParams: readonly string[];
}

interface Segment {
  name: string;
  /** The name as written in the address. */
  text: string;
}

function incomingSegments(query: string, clickIdParams: readonly string[]): Segment[] {
  return query
    .split("&")
    .filter((text) => text !== "")
    .map((text) => ({ name: nameOf(text), text: asciiQuery(text) }))
    .filter(({ name }) => !ours.has(name) && !clickIdParams.includes(name));
}

function merge(address: string, incoming: readonly Segment[]): string {
  const hash = address.indexOf("#");
  const [rest, fragment] = hash === -1 ? [address, ""] : [address.slice(0, hash), address.slice(hash)];
  const mark = rest.indexOf("?");
  const base = mark === -1 ? rest : rest.slice(0, mark);
  const stored = mark === -1 || mark === rest.length - 1 ? [] : rest.slice(mark + 1).split("&");
  // Grouped once: both sides may have thousands of names, and comparing each with each would take a second.
  const byName = new Map<string, string[]>();
  for (const { name, text } of incoming) {
    const texts = byName.get(name);
    if (texts) texts.push(text);
    else byName.set(name, [text]);
  }
  const replaced = new Set<string>();
  const kept = stored.flatMap((text) => {
    const name = nameOf(text);
    const texts = byName.get(name);
    if (!texts) return [text];
    if (replaced.has(name)) return [];
    replaced.add(name);
    return texts;
  });
  const joined = incoming.filter(({ name }) => !replaced.has(name)).map(({ text }) => text);
  return `${base}?${[...kept, ...joined].join("&")}${fragment}`;
}

/** Name of a `name=value` segment as forms decode it. */
export function nameOf(segment: string): string {
  const end = segment.indexOf("=");
  const raw = end === -1 ? segment : segment.slice(0, end);
  if (!/[%+]/.test(raw)) return raw;
  try {
    return decodeURIComponent(raw.replaceAll("+", " "));
  } catch {
    return raw;
  }
}

/** Node reads a request line as Latin-1; escapes bytes outside printable ASCII, and `#`. */
function asciiQuery(text: string): string {
  return text.replace(
    /[^\x21\x24-\x7e]/g,
    (character) => `%${(character.charCodeAt(0) & 0xff).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}

/** A stored address in ASCII: its host as IDNA, everything else percent-encoded where it is not ASCII already. */
export function asciiAddress(address: string): string {
  if (/^[\x21-\x7e]*$/.test(address)) return address;
  const parts = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)(.*)$/is.exec(address);
  const [, start = "", authority = "", rest = ""] = parts ?? ["", "", "", address];
  const at = authority.lastIndexOf("@") + 1;
  const port = /:\d*$/.exec(authority)?.[0] ?? "";
  const host = authority.slice(at, authority.length - port.length);
  return start + escaped(authority.slice(0, at)) + (domainToASCII(host) || escaped(host)) + port + escaped(rest);
}

/** Lone surrogates, which no encoding can write, become U+FFFD on the way through bytes. */
function escaped(text: string): string {
  return Buffer.from(text)
    .toString()
    .replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}
