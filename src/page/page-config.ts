import { themes, type ReferralsTheme } from "../contract/theme.ts";
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

const plain = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);
const strings = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === "string");

const accepts: Record<keyof FrameConfig, (value: unknown) => boolean> = {
  data: (value) => value === "referrals" || value === "analytics",
  theme: (value) => themes.includes(value as ReferralsTheme),
  themeOptions: plain,
  locale: (value) => typeof value === "string" && /^[\w-]{2,35}$/.test(value),
  messages: plain,
  sections: (value) => strings(value) || (plain(value) && strings((value as { hide: unknown }).hide)),
};

/** Keeps what has the right form; a key given with anything else means its default. */
export function cleanConfig(config: object): FrameConfig {
  const entries = Object.entries(config).filter(([key]) => Object.hasOwn(accepts, key));
  return Object.fromEntries(
    entries.map(([key, value]) => [key, accepts[key as keyof FrameConfig](value) ? value : undefined]),
  );
}
