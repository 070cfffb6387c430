import { cleanConfig } from "../dashboard/clean-config.ts";
import type { FrameConfig } from "../frame/protocol.ts";

/** What the query of the embed page says; whatever cannot be read is left out (api-contract §9.2). */
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
