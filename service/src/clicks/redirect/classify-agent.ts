import { isbot } from "isbot";
import { ByteCache } from "../../byte-cache.ts";
import type { Config } from "../../config.ts";

/** The kind of a user agent, and its system, for which a link may have a separate destination. */
export interface Agent {
  /** `bot`: redirected, not counted. `generic`: counted, earns nothing. */
  kind: "visitor" | "generic" | "bot";
  os: "ios" | "android" | null;
}

/** HTTP libraries and tools: they count as visits and earn no click reward. */
const generic =
  /^(?:curl|wget|libcurl|python|aiohttp|httpx|node|undici|axios|got|superagent|deno|bun|go-http-client|okhttp|java|apache-httpclient|jakarta|ruby|faraday|php|guzzle|perl|libwww|lwp|dart|reqwest|hyper|rust|postmanruntime|insomnia|httpie|powershell|windows-powershell|dotnet|restsharp|scrapy|mechanize)(?:[/\s_(-]|$)/i;

/** Tells visitors from bots by user agent; `filter` is `BOT_FILTER`. Agents repeat, so the last ones are remembered. */
export function createAgentClassifier(filter: Config["botFilter"]): (userAgent: string) => Agent {
  const remembered = new ByteCache<Agent>(8_000_000);
  return (userAgent) => {
    const known = remembered.get(userAgent);
    if (known) return known;
    const agent: Agent = { kind: kindOf(userAgent, filter), os: osOf(userAgent) };
    remembered.set(userAgent, agent);
    return agent;
  };
}

function kindOf(userAgent: string, filter: Config["botFilter"]): Agent["kind"] {
  if (filter === "off") return "visitor";
  if (userAgent === "" || generic.test(userAgent)) return filter === "strict" ? "bot" : "generic";
  return isbot(userAgent) ? "bot" : "visitor";
}

function osOf(userAgent: string): Agent["os"] {
  if (/iPhone|iPad|iPod/.test(userAgent)) return "ios";
  return /Android/.test(userAgent) ? "android" : null;
}
