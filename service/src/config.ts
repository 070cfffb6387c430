import { z } from "zod";

const origin = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ""));
const onOff = z.enum(["on", "off"]).transform((value) => value === "on");
const list = z.string().transform((value) =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== ""),
);

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(4400),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATA_DIR: z.string().min(1).default("./.data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  APP_URL: origin.optional(),
  API_URL: origin.optional(),
  LINK_DOMAINS: list.pipe(z.array(origin).min(1)).optional(),
  API_KEY: z
    .string()
    .regex(/^ref_[0-9A-Za-z]{40}$/, "must be ref_ and 40 letters or digits")
    .optional(),
  DEMO_TOKENS: onOff.optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  TRUSTED_PROXIES: list.default([]),
  GEO_COUNTRY_HEADER: z.string().min(1).optional(),
  GEOIP_FILE: z.string().min(1).optional(),
  CLICK_COUNTING: z.enum(["all", "unique"]).default("all"),
  CLICK_DURABILITY: z.enum(["commit", "async"]).default("commit"),
  BOT_FILTER: z.enum(["default", "strict", "off"]).default("default"),
  REDIRECT_COOKIES: onOff.default(true),
  COMMISSION_TOTALS: z.enum(["paid", "earned"]).default("paid"),
  RATE_LIMITS: onOff.default(true),
  WEBHOOK_ALLOW: list.default([]),
  METRICS_TOKEN: z.string().min(1).optional(),
});

/** Settings of the process, parsed once (architecture §5, api-contract §19). */
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
    const issue = parsed.error.issues[0];
    throw new Error(`Setting ${issue?.path.join(".")} cannot be used: ${issue?.message}. Correct it and start again.`);
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
