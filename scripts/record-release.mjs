import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";

/**
 * Records the store of a release for `service/test/store/upgrade.test.ts`, which opens it with every later version: what a running
 * service answers, its rows, and clicks that it answered but may not have stored, for the service is killed at the end.
 *
 *   DATA_DIR=/tmp/release PORT=4711 LINK_DOMAINS=http://127.0.0.1:4711 node service/dist/cli.js demo
 *   node scripts/record-release.mjs /tmp/release http://127.0.0.1:4711 service/test/store/releases/1.0.0.json.gz
 */
const [dataDir = "", origin = "", target = "", cli = "service/dist/cli.js"] = process.argv.slice(2);
const key = readFileSync(join(dataDir, "demo-api-key"), "utf8").trim();
const read = async (path) => {
  const answer = await fetch(`${origin}/api${path}`, { headers: { authorization: `Bearer ${key}` } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
};

const lists = ["partners", "links", "payouts", "commissions", "customers"].map((name) => `/${name}?pageSize=100`);
const answers = {};
for (const path of [...lists, "/program", "/groups", "/rewards"]) answers[path] = await read(path);

const folder = mkdtempSync(join(tmpdir(), "record-"));
const env = { ...process.env, DATA_DIR: dataDir };
// Not while everything waits: connections that the service ends meanwhile would be used again.
await promisify(execFile)(process.execPath, [cli, "export", join(folder, "rows")], { env });
const rows = readFileSync(join(folder, "rows"), "utf8");
rmSync(folder, { recursive: true });

const visited = answers["/partners?pageSize=100"].find(
  ({ status, links }) => status === "approved" && links?.length > 0,
);
const [link] = visited.links;
const clicks = 8;
for (let visitor = 0; visitor < clicks; visitor += 1) {
  const agent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.${visitor}.0 Safari/537.36`;
  const answer = await fetch(`${origin}/${link.key}`, { redirect: "manual", headers: { "user-agent": agent } });
  if (answer.status !== 302) throw new Error(`the click on ${link.key} was answered ${answer.status}`);
}
process.kill(Number(/\d+/.exec(readFileSync(join(dataDir, "lock"), "utf8"))), "SIGKILL");

const journal = {};
for (const name of readdirSync(join(dataDir, "journal")).filter((name) => name !== "lock"))
  journal[name] = readFileSync(join(dataDir, "journal", name), "base64");
const databaseVersion = readFileSync(join(dataDir, "pgdata/PG_VERSION"), "utf8").trim();
const record = { origin, databaseVersion, answers, rows, journal, waiting: { linkId: link.id, clicks } };
writeFileSync(target, gzipSync(JSON.stringify(record), { level: 9 }));
