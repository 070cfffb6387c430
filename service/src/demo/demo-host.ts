import { readFile } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import { extname, join } from "node:path";
import { Hono } from "hono";
import { createReferralsClient, type ReferralsClient } from "referrals-embed/server";
import { demoProgram, demoUser } from "./demo-program.ts";
import { agents, demoCustomer } from "./demo-visitors.ts";
import { createRandom } from "./random.ts";
import { isOtherName } from "../config.ts";
import { present } from "../present.ts";

/** The demo host's inputs: it uses the service over HTTP, like any customer. */
export interface DemoHostOptions {
  /** Folder of the built pages. */
  dir: string;
  /** {app_url}. */
  appUrl: string;
  /** {base_url}. */
  apiUrl: string;
  apiKey: string;
}

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** The demo host's server: its page, the route that mints tokens, and one that plays a customer. */
export function demoHost(options: DemoHostOptions): Hono {
  const referrals = createReferralsClient({ apiKey: options.apiKey, baseUrl: options.apiUrl });
  const host = new Hono();
  host.get("/", async (c) => {
    if (isOtherName(c.req.url, options.appUrl)) return c.redirect(`${options.appUrl}/demo/`);
    return file(c.req.raw, join(options.dir, "index.html"));
  });
  host.get("/logo.svg", (c) => file(c.req.raw, join(options.dir, "logo.svg")));
  host.get("/assets/:name{[\\w.-]+}", (c) => file(c.req.raw, join(options.dir, "assets", c.req.param("name"))));
  host.post("/api/referrals-token", async (c) => {
    const { id, name, email } = demoUser;
    const input = { tenantId: id, partner: { name, email, tenantId: id } };
    const body = await referrals.embedTokens.withFirstData(input, { timezone: c.req.query("timezone") });
    c.header("Cache-Control", "no-store");
    return c.json(body);
  });
  host.post("/api/purchases", async (c) => c.json(await purchase(referrals, options)));
  host.onError((error, c) => c.json({ message: error.message }, 502));
  return host;
}

/** A customer who follows the partner's link, signs up and pays: three requests any shop would make. */
async function purchase(referrals: ReferralsClient, { appUrl }: DemoHostOptions) {
  const random = createRandom(Math.floor(Math.random() * 2 ** 32));
  const [link] = await referrals.partners.retrieveLinks({ tenantId: demoUser.id });
  if (!link) throw new Error("The demo partner has no link.");
  const clickId = await follow(
    link.shortLink,
    appUrl,
    `${random.pick(agents)} Demo/${Math.floor(random.next() * 1e6)}`,
  );
  const customer = demoCustomer(random, Date.now());
  const { externalId: customerExternalId, name: customerName, email: customerEmail } = customer;
  const person = { customerExternalId, customerName, customerEmail };
  await referrals.track.lead({ ...person, clickId, eventName: "Sign up" });
  const invoiceId = `in_${customerExternalId}`;
  const sold = await referrals.track.sale({ ...person, amount: 4_900, currency: demoProgram.currency, invoiceId });
  const sale = present(sold.sale, "the sale");
  return {
    shortLink: link.shortLink,
    clickId,
    customer: customerName,
    amount: sale.amount,
    currency: sale.currency,
  };
}

/** Opens a short link as a browser does, and reads the click id its destination was given. */
async function follow(shortLink: string, appUrl: string, userAgent: string): Promise<string> {
  const { host, hostname, pathname } = new URL(shortLink);
  // A browser knows that a name below `localhost` is this machine; many systems do not.
  const address = new URL(pathname, hostname.endsWith(".localhost") ? appUrl : shortLink);
  const get = address.protocol === "https:" ? https.get : http.get;
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    get(address, { headers: { host, "user-agent": userAgent } }, resolve).on("error", reject);
  });
  answer.resume();
  const { location } = answer.headers;
  const clickId = location && new URL(location).searchParams.get("ref_id");
  if (!clickId) throw new Error(`${shortLink} did not lead on (status ${answer.statusCode}).`);
  return clickId;
}

async function file(request: Request, path: string): Promise<Response> {
  const bytes = await readFile(path).catch(() => undefined);
  const type = types[extname(path)];
  if (!bytes || !type) return new Response("There is no such file.", { status: 404 });
  return new Response(new Uint8Array(bytes), { headers: { "content-type": type, "cache-control": "no-cache" } });
}
