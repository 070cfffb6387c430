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
    .default(4400)
    .describe("port it listens on"),
  HOST: z.string().min(1).default("127.0.0.1").describe("address it listens on; 0.0.0.0 for all"),
  DATA_DIR: z.string().min(1).default("./.data").describe("database and journal; must survive restarts"),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: "must be an address such as postgres://user:password@db.example.com:5432/referrals",
    })
    .optional()
    .describe("a PostgreSQL 15 or newer, instead of DATA_DIR's"),
  APP_URL: origin.optional().meta({ description: "public address of the embed page", unset: "http://HOST:PORT" }),
  API_URL: origin.optional().meta({ description: "public address of the API", unset: "APP_URL/api" }),
  LINK_DOMAINS: list
    .pipe(z.array(origin).min(1, `must be addresses such as https://acme.link, ${separated}`))
    .optional()
    .meta({
      description: "origins of short links, the first is the default; `apply` hands one to a workspace",
      unset: "APP_URL",
    }),
  DNS_SERVERS: list.pipe(z.array(dnsServer)).default([]).meta({
    description: "name servers asked to prove own domains",
    unset: "the system's",
  }),
  API_KEY: z
    .string()
    .regex(/^ref_[0-9A-Za-z]{40}$/, "must be ref_ and 40 letters or digits")
    .optional()
    .describe("secret key of the first workspace of an empty store: ref_ and 40 letters or digits"),
  DEMO_TOKENS: onOff.optional().meta({ description: "whether demo tokens work", unset: "off, on under `demo`" }),
  LOG_LEVEL: oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent")
    .default("info")
    .describe("fatal, error, warn, info, debug, trace or silent"),
  TRUSTED_PROXIES: ranges.default([]).describe("whose X-Forwarded-* is believed, as 10.0.0.0/8"),
  GEO_COUNTRY_HEADER: z
    .string()
    .regex(/^[\w!#$%&'*+.^`|~-]+$/, "must be the name of a header such as cf-ipcountry")
    .optional()
    .describe("header in which your proxy puts the country, such as cf-ipcountry; read from TRUSTED_PROXIES only"),
  GEOIP_FILE: z.string().min(1).optional().describe("a MaxMind database file"),
  CLICK_COUNTING: oneOf("all", "unique").default("all").describe("unique: repeats within the hour are not counted"),
  CLICK_DURABILITY: oneOf("commit", "async")
    .default("commit")
    .describe("async: answer first, and lose the last moment's clicks in a crash"),
  BOT_FILTER: oneOf("default", "strict", "off")
    .default("default")
    .describe("who counts as a robot: default, strict or off"),
  REDIRECT_COOKIES: onOff.default(true).describe("off: no cookies but the password's"),
  COMMISSION_TOTALS: oneOf("paid", "earned").default("paid").describe("earned: totals count what is not paid yet"),
  RATE_LIMITS: onOff.default(true).describe("off: no limits on requests"),
  WEBHOOK_ALLOW: ranges.default([]).describe("private ranges that webhooks may reach"),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: "must be an address such as smtps://user:password@mail.example.com",
    })
    .optional()
    .meta({ description: "mail server, with user and password", unset: "none: no mails" }),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, "must be an address such as Acme <partners@acme.com>")
    .optional()
    .describe("sender of all mails; SMTP_URL needs it"),
  CONSOLE: onOff.default(true).describe("off: no console at /console"),
  METRICS_TOKEN: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "bearer token of /metrics", unset: "none: this machine only" }),
});

/** A setting as `serve --help` and the README list it. */
export interface Setting {
  name: string;
  /** Its default, in words if it is computed. */
  unset: string;
  does: string;
}

/** All settings. */
export function listSettings(): Setting[] {
  const defaults: Record<string, unknown> = environment.parse({});
  return Object.entries(environment.shape).map(([name, schema]) => {
    const { description = "", unset } = schema.meta() ?? {};
    return { name, unset: String(unset ?? shown(defaults[name])), does: description };
  });
}

function shown(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return value === undefined || (Array.isArray(value) && value.length === 0) ? "none" : String(value);
}

/** Settings whose value errors must not repeat. */
const secrets: readonly unknown[] = ["DATABASE_URL", "API_KEY", "METRICS_TOKEN", "SMTP_URL"];

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
  /**
   * How many commissions of a partner one transaction changes. A ban, its end and a payout of more take several, so that others are answered
   * between them. Not a setting: tests take fewer.
   */
  commissionsAtOnce: number;
  rateLimits: boolean;
  webhookAllow: string[];
  /** Whether people may sign in at `/console`. */
  console: boolean;
  metricsToken: string | undefined;
  /** Where mails go, and who they are from; undefined = no mails are written. */
  mail: { smtpUrl: string; from: string } | undefined;
}

/** Names by which a machine reaches itself. */
export const ownHosts: readonly string[] = ["127.0.0.1", "localhost", "[::1]"];

/** Whether a page on one's own machine was opened by another name of it than the service's address has: cookies and policies differ. */
export function isOtherName(url: string, appUrl: string): boolean {
  const [opened, app] = [new URL(url), new URL(appUrl)];
  return opened.hostname !== app.hostname && [opened, app].every(({ hostname }) => ownHosts.includes(hostname));
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
    commissionsAtOnce: 500,
    rateLimits: e.RATE_LIMITS,
    webhookAllow: e.WEBHOOK_ALLOW,
    console: e.CONSOLE,
    metricsToken: e.METRICS_TOKEN,
    mail: mailOf(e.SMTP_URL, e.MAIL_FROM),
  };
}

function mailOf(smtpUrl: string | undefined, from: string | undefined): Config["mail"] {
  if (smtpUrl === undefined) return undefined;
  if (from === undefined)
    throw new Error("SMTP_URL needs MAIL_FROM beside it, such as Acme <partners@acme.com>. Set it and start again.");
  return { smtpUrl, from };
}
