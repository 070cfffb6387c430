import { execFile, spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "pg";
import { startPostgres, type PostgresServer } from "../../service/test/postgres-server.ts";
import { freePort } from "../free-port.ts";

const cli = process.env["LONG_TEST_CLI"] ?? "service/dist/cli.js";

/** A browser of somebody. */
export const browser =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** Host of the short links. */
export const LINK_HOST = "ref.test";

export const API_KEY = `ref_${"long".repeat(10)}`;

/** The engines a part runs on. */
export type EngineName = "embedded" | "postgres";

/** An answer, read. */
export interface Answer {
  status: number;
  location: string | undefined;
  body: string;
}

/** A request that may be sent again. */
export interface Call {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

let server: PostgresServer | undefined;
let databases = 0;

/** Ends the PostgreSQL server, if one was started. */
export async function stopPostgres(): Promise<void> {
  await server?.stop();
  server = undefined;
}

/** Where the data of one part lies, across the lives of its services. */
export interface Home {
  engine: EngineName;
  dataDir: string;
  databaseUrl: string | undefined;
  env: Record<string, string>;
  port: number;
  /** Runs a command of the real command line. */
  command(...words: string[]): Promise<{ code: number; text: string }>;
  remove(): Promise<void>;
}

/** An empty home. */
export async function openHome(engine: EngineName, settings: Record<string, string> = {}): Promise<Home> {
  const dataDir = mkdtempSync(join(tmpdir(), "referrals-long-"));
  const databaseUrl = engine === "postgres" ? await createDatabase() : undefined;
  const port = await freePort();
  const env: Record<string, string> = {
    PATH: process.env["PATH"] ?? "",
    PORT: String(port),
    DATA_DIR: dataDir,
    APP_URL: "http://app.test",
    LINK_DOMAINS: `http://${LINK_HOST}`,
    API_KEY,
    RATE_LIMITS: "off",
    TRUSTED_PROXIES: "127.0.0.1",
    METRICS_TOKEN: "long",
    LOG_LEVEL: "warn",
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    ...settings,
  };
  return {
    engine,
    dataDir,
    databaseUrl,
    env,
    port,
    command: (...words) => runCommand(env, words),
    remove: async () => {
      rmSync(dataDir, { recursive: true, force: true });
      if (databaseUrl)
        await administer(`drop database if exists ${new URL(databaseUrl).pathname.slice(1)} with (force)`);
    },
  };
}

function runCommand(env: Record<string, string>, words: string[]): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...words], { env, maxBuffer: 1e9 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: stdout + stderr });
    });
  });
}

async function createDatabase(): Promise<string> {
  server ??= await startPostgres({ durable: true });
  const name = `long_${(databases += 1)}`;
  await administer(`create database ${name}`);
  return Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
}

/** A statement on the server's maintenance database. */
export async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: server?.url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** A process of the service, in a home. */
export class Service {
  readonly child: ChildProcess;
  readonly port: number;
  readonly #agent = new Agent({ keepAlive: true });
  /** What it wrote to its log at level warn or worse, the last lines of it. */
  readonly log: string[] = [];

  constructor(home: Home, settings: Record<string, string> = {}, nodeFlags: string[] = []) {
    this.port = Number(settings["PORT"] ?? home.port);
    this.child = spawn(process.execPath, [...nodeFlags, cli, "serve"], {
      env: { ...home.env, ...settings },
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.add(this.child);
    this.child.once("exit", () => running.delete(this.child));
    for (const stream of [this.child.stdout, this.child.stderr])
      if (stream) createInterface(stream).on("line", (line) => this.#note(line));
  }

  get isDead(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Waits until it is ready and every answered click is stored. @throws Error when it dies or takes longer than that */
  async ready(withinMs = 120_000): Promise<void> {
    const until = performance.now() + withinMs;
    let last = "";
    while (performance.now() < until) {
      if (this.isDead) throw new Error(`the service ended while it started: ${this.log.join("\n")}`);
      const answer = await this.send({ method: "GET", path: "/ready" }).catch(() => undefined);
      last = answer?.body ?? "no answer";
      if (answer?.status === 200 && (JSON.parse(last) as { clickLagSeconds: number }).clickLagSeconds === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`the service is not ready: ${last}`);
  }

  /** Sends a request; short links are those outside `/api`. Rejects when the connection breaks. */
  send({ method, path, body, headers = {} }: Call): Promise<Answer> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const isLink = !/^\/(api|ready|health|metrics|embed)\b/.test(path);
    const sent = {
      host: isLink ? LINK_HOST : "app.test",
      "user-agent": browser,
      ...(path.startsWith("/api") && { authorization: `Bearer ${API_KEY}` }),
      ...(text !== undefined && { "content-type": "application/json" }),
      ...headers,
    };
    return new Promise((resolve, reject) => {
      const options = { port: this.port, path, method, headers: sent, agent: this.#agent };
      const request = httpRequest(options, (response) => {
        let received = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (received += chunk));
        response.on("end", () => {
          if (!response.complete) return reject(new Error("aborted"));
          resolve({ status: response.statusCode ?? 0, location: response.headers.location, body: received });
        });
        response.on("error", reject);
      });
      request.on("error", reject).end(text);
    });
  }

  /** Sends a request of the API that must succeed. @throws Error saying how it was answered */
  async api<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.send({ method, path: `/api${path}`, body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body) as T;
  }

  /** The value of a metric. */
  async metric(name: string): Promise<number> {
    const headers = { authorization: "Bearer long" };
    const { body } = await this.send({ method: "GET", path: "/metrics", headers });
    return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(body)?.[1]);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    this.#agent.destroy();
    if (this.isDead) return;
    const exit = once(this.child, "exit");
    this.child.kill(signal);
    await exit;
  }

  #note(line: string): void {
    this.log.push(line);
    if (this.log.length > 200) this.log.shift();
  }
}

/** The rows of a table, as the command `export` writes them. */
export type StoredRows = Map<string, Record<string, unknown>[]>;

/** A visit of somebody who came from no page: it is only counted, since there may be millions. */
const unnamed = {};

/** Everything that is stored, read by the command `export` beside a running service or without one. */
export async function exported(home: Home): Promise<StoredRows> {
  const path = join(tmpdir(), `referrals-long-${randomBytes(6).toString("hex")}.jsonl`);
  try {
    const { code, text } = await home.command("export", path);
    if (code !== 0) throw new Error(`export ended with ${code}: ${text}`);
    const tables: StoredRows = new Map();
    let rows: Record<string, unknown>[] = [];
    for await (const line of createInterface(createReadStream(path))) {
      const row = JSON.parse(line) as Record<string, unknown>;
      if (row["format"] === "referrals-export") continue;
      if (typeof row["table"] === "string" && Object.keys(row).length === 1) tables.set(row["table"], (rows = []));
      else rows.push(row["referer_url"] === null ? unnamed : row);
    }
    return tables;
  } finally {
    rmSync(path, { force: true });
  }
}

/** What `verify` finds, line by line: violations, and records that were set aside. */
export async function violations(home: Home): Promise<string[]> {
  const { code, text } = await home.command("verify");
  const lines = text.split("\n").filter((line) => line.startsWith("note ") || /: \d+ violations/.test(line));
  return code === 0 || lines.length > 0 ? lines : [`verify ended with ${code}: ${text.slice(0, 500)}`];
}
