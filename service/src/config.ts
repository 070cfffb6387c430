import ipaddr from "ipaddr.js";
import { z } from "zod";
import { present } from "./present.ts";

const separated = "separated by commas";
const origin = z
  .url({ protocol: /^https?$/, error: "must be an address such as https://app.example.com" })
  .transform((value) => value.replace(/\/+$/, ""));
const oneOf = <const T extends readonly string[]>(...values: T) =>
  z.enum(values, { error: `must be ${values.slice(0, -1).join(", ")} or ${values.at(-1)}` });
const onOff = oneOf("on", "off").transform((value) => value === "on");
const list = z.string().transform((value) =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== ""),
);
const isRange = (text: string): boolean => ipaddr.isValid(text) || ipaddr.isValidCIDR(text);
const ranges = list.refine(
  (items) => items.every(isRange),
  `must be addresses or ranges such as 10.0.0.0/8, ${separated}`,
);

const dnsServer = z
  .string()
  .refine(
    (text) => ipaddr.isValid(text) || ipaddr.isValid(text.replace(/:\d{1,5}$/, "").replace(/^\[|\]$/g, "")),
    `must be addresses such as 10.0.0.2 or 10.0.0.2:53, ${separated}`,
  );

const environment = z.object({
  PORT: z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) <= 65_535, "must be a port, 0 to 65535")
    .transform(Number)
    .default(4400),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATA_DIR: z.string().min(1).default("./.data"),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: "must be an address such as postgres://user:password@db.example.com:5432/referrals",
    })
    .optional(),
  APP_URL: origin.optional(),
  API_URL: origin.optional(),
  LINK_DOMAINS: list
    .pipe(z.array(origin).min(1, `must be addresses such as https://acme.link, ${separated}`))
    .optional(),
  DNS_SERVERS: list.pipe(z.array(dnsServer)).default([]),
  API_KEY: z
    .string()
    .regex(/^ref_[0-9A-Za-z]{40}$/, "must be ref_ and 40 letters or digits")
    .optional(),
  DEMO_TOKENS: onOff.optional(),
  LOG_LEVEL: oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent").default("info"),
  TRUSTED_PROXIES: ranges.default([]),
  GEO_COUNTRY_HEADER: z
    .string()
    .regex(/^[\w!#$%&'*+.^`|~-]+$/, "must be the name of a header such as cf-ipcountry")
    .optional(),
  GEOIP_FILE: z.string().min(1).optional(),
  CLICK_COUNTING: oneOf("all", "unique").default("all"),
  CLICK_DURABILITY: oneOf("commit", "async").default("commit"),
  BOT_FILTER: oneOf("default", "strict", "off").default("default"),
  REDIRECT_COOKIES: onOff.default(true),
  COMMISSION_TOTALS: oneOf("paid", "earned").default("paid"),
  RATE_LIMITS: onOff.default(true),
  WEBHOOK_ALLOW: ranges.default([]),
  METRICS_TOKEN: z.string().min(1).optional(),
});

/** What these hold is not repeated. */
const secrets: readonly unknown[] = ["DATABASE_URL", "API_KEY", "METRICS_TOKEN"];

/** Settings of the process, parsed once. */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Origin of the application, without a trailing slash. */
  appUrl: string;
  /** {base_url}, without a trailing slash. */
  apiUrl: string;
  /** Origins of the shared link domains; the first is the default. */
  linkDomains: string[];
  /** Name servers asked for the proof of a domain, as address or address and port; empty = those of the system. */
  dnsServers: string[];
  apiKey: string | undefined;
  demoTokens: boolean | undefined;
  logLevel: string;
  trustedProxies: string[];
  geoCountryHeader: string | undefined;
  geoipFile: string | undefined;
  clickCounting: "all" | "unique";
  clickDurability: "commit" | "async";
  botFilter: "default" | "strict" | "off";
  redirectCookies: boolean;
  commissionTotals: "paid" | "earned";
  rateLimits: boolean;
  webhookAllow: string[];
  metricsToken: string | undefined;
}

/**
 * Reads the settings from an environment.
 * @throws Error with one readable line naming the variable, what is wrong with it and what it holds when that is no secret.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const { path, message } = present(parsed.error.issues[0], "the first issue");
    const [name] = path as string[];
    const held = secrets.includes(name) ? "" : ` (${given[present(name, "name")]})`;
    throw new Error(`Setting ${name}${held} cannot be used: it ${message}. Correct it and start again.`);
  }
  const e = parsed.data;
  const appUrl = e.APP_URL ?? `http://${e.HOST}:${e.PORT}`;
  return {
    port: e.PORT,
    host: e.HOST,
    dataDir: e.DATA_DIR,
    databaseUrl: e.DATABASE_URL,
    appUrl,
    apiUrl: e.API_URL ?? `${appUrl}/api`,
    linkDomains: e.LINK_DOMAINS ?? [appUrl],
    dnsServers: e.DNS_SERVERS,
    apiKey: e.API_KEY,
    demoTokens: e.DEMO_TOKENS,
    logLevel: e.LOG_LEVEL,
    trustedProxies: e.TRUSTED_PROXIES,
    geoCountryHeader: e.GEO_COUNTRY_HEADER?.toLowerCase(),
    geoipFile: e.GEOIP_FILE,
    clickCounting: e.CLICK_COUNTING,
    clickDurability: e.CLICK_DURABILITY,
    botFilter: e.BOT_FILTER,
    redirectCookies: e.REDIRECT_COOKIES,
    commissionTotals: e.COMMISSION_TOTALS,
    rateLimits: e.RATE_LIMITS,
    webhookAllow: e.WEBHOOK_ALLOW,
    metricsToken: e.METRICS_TOKEN,
  };
}
