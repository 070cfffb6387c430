import { cleanConfig } from "../dashboard/clean-config.ts";
import type { FrameConfig } from "../frame/protocol.ts";

/** How a token came with the address: by query, by fragment, or without one. */
export interface AddressToken {
  token: string;
  from: "query" | "fragment";
}

/** Reads the token from the address and removes it there, before anything else can read or send it. */
export function takeToken(): AddressToken | undefined {
  const url = new URL(location.href);
  const fragment = new URLSearchParams(url.hash.slice(1));
  const query = url.searchParams.get("token");
  const inFragment = fragment.get("token");
  if (query === null && inFragment === null) return undefined;
  url.searchParams.delete("token");
  fragment.delete("token");
  url.hash = fragment.toString();
  history.replaceState(history.state, "", url);
  if (query) return { token: query, from: "query" };
  return inFragment ? { token: inFragment, from: "fragment" } : undefined;
}

/** The options in the embed page's query; unreadable values are left out. */
export function readQuery(search: string): FrameConfig {
  const query = new URLSearchParams(search);
  return cleanConfig({
    data: query.get("data") ?? undefined,
    theme: query.get("theme") ?? undefined,
    locale: query.get("locale") ?? undefined,
    sections: query.get("sections")?.split(",").filter(Boolean),
    themeOptions: parseObject(query.get("themeOptions")),
  });
}

function parseObject(text: string | null): unknown {
  if (!text || text.length > 4096) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
