import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { connectChromium } from "../browser/chromium.ts";
import { freePort } from "../free-port.ts";
import { root } from "../package/built.ts";
import { WAIT_MS } from "../patience.ts";
import { npm } from "./npm.ts";

const run = promisify(execFile);
const visitor = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
const signingSecret = "whsec_a1B2c3D4e5F6";

/** The application of a host: it has routes, and knows who is signed in. The printed snippet is put between. */
const [before, after] = [
  "const routes = new Map();\nconst app = { post: (path, handle) => routes.set(path, handle) };\n",
  `
import { createServer } from "node:http";
createServer((request, response) => {
  const user = { id: "user_1", name: "Ada Okafor", email: "ada@okafor.example", image: null };
  const json = (body) => response.setHeader("content-type", "application/json").end(JSON.stringify(body));
  routes.get(request.url)({ user }, { json });
}).listen(process.env.PORT);
`,
];

let folder: string;
let browser: Browser;
let env: Record<string, string>;
const running: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "referrals-first-payout-"));
  const packed = await npm(join(root, "service"), "pack", "--json", "--pack-destination", folder);
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  await npm(folder, "install", "--prefer-offline", inject("tarball"), join(folder, filename));
  const port = String(await freePort());
  env = { ...(process.env as Record<string, string>), PORT: port, LOG_LEVEL: "warn" };
  browser = await connectChromium(inject("chromium"));
});
afterAll(async () => {
  // The service writes to the folder until it has ended.
  await Promise.all(running.map((child) => child.kill() && once(child, "exit")));
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

/** What a command of the service prints, as a person calls it. */
async function referrals(...words: string[]): Promise<string> {
  const { stdout } = await run("npx", ["--no-install", "referrals-service", ...words], { cwd: folder, env });
  return stdout;
}

/** Starts a program that goes on, and waits for its address. */
async function start(words: string[], url: string, more: Record<string, string> = {}): Promise<void> {
  const child = spawn(process.execPath, words, { cwd: folder, env: { ...env, ...more }, stdio: "inherit" });
  running.push(child);
  await expect
    .poll(
      () =>
        fetch(url, { method: "POST" }).then(
          () => true,
          () => false,
        ),
      { timeout: WAIT_MS },
    )
    .toBe(true);
}

it("from an empty folder to the first payout, by what the programs print and the documents say", async () => {
  const begun = performance.now();
  const step = (what: string): void => console.log(`${((performance.now() - begun) / 1000).toFixed(1)} s: ${what}`);
  const printed = await referrals("init", "--name", "Acme", "--url", "https://acme.example", "--hold", "0");
  step("init");
  const base = `http://127.0.0.1:${env["PORT"]}`;
  await start([join(folder, "node_modules/referrals-service/dist/cli.js"), "serve"], `${base}/health`);
  step("serve");

  const settings = Object.fromEntries(
    [...printed.matchAll(/^ +(REFERRALS_API_\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
  );
  const snippet = printed.slice(printed.indexOf("  import {"), printed.indexOf("  // A sign-up"));
  await writeFile(join(folder, "host.js"), before + snippet + after);
  const hostPort = String(await freePort());
  const tokenRoute = `http://127.0.0.1:${hostPort}/api/referrals-token`;
  await start(["host.js"], tokenRoute, { ...(settings as Record<string, string>), PORT: hostPort });
  const { publicToken } = (await (await fetch(tokenRoute, { method: "POST" })).json()) as { publicToken: string };
  step("the printed snippet answers a token");

  const api = async (method: string, path: string, body?: object): Promise<any> => {
    const headers = { authorization: `Bearer ${settings["REFERRALS_API_KEY"]}`, "content-type": "application/json" };
    const answer = await fetch(`${base}/api${path}`, { method, headers, body: JSON.stringify(body) });
    expect(answer.status, path).toBeLessThan(300);
    return answer.json();
  };
  const [partner] = await api("GET", "/partners?email=ada@okafor.example");
  const visited = await fetch(partner.links[0].shortLink, { redirect: "manual", headers: { "user-agent": visitor } });
  const clickId = new URL(visited.headers.get("location") ?? "").searchParams.get("ref_id");
  step("a friend's click");

  const [id, address = ""] = (await referrals("integrations", "create", "stripe", "--secret", signingSecret)).split(
    "\n",
  );
  const session = {
    id: "cs_1",
    object: "checkout.session",
    amount_total: 5000,
    client_reference_id: clickId,
    currency: "usd",
    customer: "cus_1",
    customer_details: { email: "grace@lindqvist.example", name: "Grace Lindqvist" },
    invoice: null,
    metadata: {},
    mode: "payment",
    payment_intent: "pi_1",
    payment_status: "paid",
    shipping_cost: { amount_subtotal: 200, amount_tax: 0, amount_total: 200 },
    status: "complete",
    total_details: { amount_discount: 0, amount_shipping: 200, amount_tax: 800 },
  };
  const payload = JSON.stringify({
    id: "evt_1",
    object: "event",
    created: Math.floor(Date.now() / 1000),
    type: "checkout.session.completed",
    data: { object: session },
  });
  const Stripe = createRequire(join(folder, "node_modules/referrals-service/package.json"))("stripe");
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: signingSecret });
  const received = await fetch(address, { method: "POST", headers: { "stripe-signature": signature }, body: payload });
  expect(await received.json()).toMatchObject({ status: "processed" });
  expect(await referrals("integrations", "deliveries", id ?? "")).toContain("checkout.session.completed");
  step("a payment that Stripe has signed");

  const page = await browser.newPage();
  const openEarnings = async (): Promise<void> => {
    await page.goto(`${base}/embed/referrals?token=${publicToken}`);
    await page.getByRole("tab", { name: "Earnings" }).click();
  };
  await openEarnings();
  // 20 % of 40.00: tax and shipping are no part of a sale.
  await page.getByRole("table").getByText("$8.00").first().waitFor();
  expect(await page.getByRole("table").getByText("Paid").count()).toBe(0);
  step("the partner's dashboard shows the commission");

  expect(await referrals("partners", "payout-method", partner.id, "manual")).toContain("is paid by manual");
  expect(await referrals("payouts", "run")).toContain("1 payouts were made");
  expect(await referrals("payouts", "confirm", "--all")).toContain("1 payouts are confirmed");
  await referrals("payouts", "export", "--out", "paid.csv");
  expect(await readFile(join(folder, "paid.csv"), "utf8")).toContain("8.00");
  expect(await referrals("payouts", "settle", "paid.csv")).toContain("1 payouts are settled");
  step("payouts run, confirm, export, settle");

  await page.goto("about:blank");
  await openEarnings();
  await page.getByRole("table").getByText("Paid").first().waitFor();
  step("the partner's dashboard shows it as paid");
  await page.close();
});
