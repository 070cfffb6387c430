import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ways } from "../service/src/bounds.ts";
import { median } from "./stage/quantiles.ts";
import { report } from "./stage/report.ts";

/** How often each request is sent; the median of its holds counts. */
const ROUNDS = 5;
/** What one request may hold the thread that answers all, in milliseconds. */
const MOST_MS = 50;

const key = `ref_${"a".repeat(40)}`;
const secret = { authorization: `Bearer ${key}` };
const json = { "content-type": "application/json" };

/** Names of the longest kind in deep places, with as many names below as a body may hold. */
function deepBody(): string {
  let value: unknown = Object.fromEntries(Array.from({ length: 19_000 }, (_, index) => [`k${index}`, 1]));
  for (let level = 0; level < 20; level += 1) value = { ["n".repeat(36_000)]: value };
  return JSON.stringify(value);
}

const wrongTargets = Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`X${index}`, 5]));
const head = ways.head.bytes - 2_000;

/** One request of each way in, in its worst shape at its full size. */
const requests: Readonly<Record<string, [path: string, init?: RequestInit]>> = {
  "body, no key": ["/api/track/click", { method: "POST", headers: json, body: deepBody() }],
  "body, secret key": ["/api/partners", { method: "POST", headers: { ...json, ...secret }, body: deepBody() }],
  "body of mistakes": [
    "/api/links",
    {
      method: "POST",
      headers: { ...json, ...secret },
      body: JSON.stringify({ url: "https://a.test", geo: wrongTargets }),
    },
  ],
  "query of separators": [`/embed/referrals?%41&${"&".repeat(head)}`],
  "query of one value": [`/api/analytics?query=metadata['${"']:'".repeat(head / 12)}`, { headers: secret }],
  "path of a short link": [`/${"a/".repeat(head / 2)}`, { redirect: "manual" }],
  "path of the API": [`/api/${"/".repeat(head)}`],
  cookie: ["/unknown", { redirect: "manual", headers: { cookie: "a=;".repeat(head / 3) } }],
  "Accept-Language": ["/embed/referrals?token=demo", { headers: { "accept-language": "de,".repeat(head / 3) } }],
  form: [
    "/api/embed/referrals",
    {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "&".repeat(ways.form.bytes),
    },
  ],
  "provider event": ["/api/integrations/int_none/events", { method: "POST", headers: json, body: deepBody() }],
};

const dataDir = mkdtempSync(join(tmpdir(), "referrals-bench-"));
const env = { ...process.env, DATA_DIR: dataDir, API_KEY: key, RATE_LIMITS: "off" };
const child = fork(new URL("./service-process.mjs", import.meta.url), { env });
const [{ port }] = (await once(child, "message")) as [{ port: number }];
const base = `http://127.0.0.1:${port}`;

/** The longest wait of `/health`, asked without pause, while a request is answered. */
async function holdOf(path: string, init?: RequestInit): Promise<number> {
  let longest = 0;
  const state = { isAnswered: false };
  const answered = fetch(base + path, init)
    .then((answer) => answer.arrayBuffer())
    .finally(() => (state.isAnswered = true));
  while (!state.isAnswered) {
    const from = performance.now();
    await (await fetch(`${base}/health`)).arrayBuffer();
    longest = Math.max(longest, performance.now() - from);
  }
  await answered;
  return longest;
}

const medians: { way: string; hold: number }[] = [];
for (const [way, [path, init]] of Object.entries(requests)) {
  const holds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) holds.push(await holdOf(path, init));
  const hold = median(holds);
  medians.push({ way, hold });
  console.log(`  ${way}: ${hold.toFixed(1)} ms`);
}
const worst = medians.reduce((one, other) => (other.hold > one.hold ? other : one));
const row = "longest hold of all by one request";
report({ row, engine: "embedded", value: worst.hold, unit: "ms", most: MOST_MS, note: worst.way });
child.send("stop");
await once(child, "exit");
rmSync(dataDir, { recursive: true, force: true });
