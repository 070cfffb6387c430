import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { accessSync, chownSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { Client } from "pg";
import { freePort } from "../../test/free-port.ts";

const INSTRUCTION =
  "no PostgreSQL found: set TEST_DATABASE_URL to a server whose user may create databases, or install one (Debian: apt-get install -y postgresql)";

/** The one with letters of all languages that every Linux has; elsewhere there may be none but C. */
const LOCALE = process.platform === "linux" ? "C.UTF-8" : "C";

/** A PostgreSQL server that runs. */
export interface PostgresServer {
  /** Address of its maintenance database. */
  url: string;
  stop: () => Promise<void>;
}

/**
 * Starts a PostgreSQL of this machine's own binaries on a free port, with data in a temporary directory.
 *
 * @param durable false trades what a crash of the machine would lose for speed
 * @throws Error that says what to install, when there is none
 */
export const startPostgres = async ({ durable }: { durable: boolean }): Promise<PostgresServer> => {
  const binaries = findBinaries("initdb", "postgres");
  const user = asServerUser();
  const data = mkdtempSync(join(tmpdir(), "referrals-postgres-"));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid);
  const options = { ...user, cwd: data, stdio: "pipe" as const };
  // Not the machine's language: it would decide how names are sorted, and what their small letters are.
  const cluster = ["-D", data, "-A", "trust", "-U", "postgres", "-N", "-E", "UTF8", `--locale=${LOCALE}`];
  execFileSync(join(binaries, "initdb"), cluster, options);
  // As many connections as test files of a large machine open at once.
  const settings = ["max_connections=1000", "unix_socket_directories="];
  if (!durable) settings.push("fsync=off", "full_page_writes=off");
  const given = settings.flatMap((setting) => ["-c", setting]);
  const { server, url } = await listening((port) =>
    spawn(join(binaries, "postgres"), ["-D", data, "-p", port, "-h", "127.0.0.1", ...given], {
      ...options,
      stdio: "ignore",
    }),
  );
  const killed = (): void => void server.kill("SIGQUIT");
  process.once("exit", killed);
  const stop = async (): Promise<void> => {
    process.off("exit", killed);
    await ended(server);
    rmSync(data, { recursive: true, force: true });
  };
  return { url, stop };
};

/** The folder of this machine's PostgreSQL that has these programs. */
export const findBinaries = (...names: string[]): string => {
  const root = "/usr/lib/postgresql";
  const debian = exists(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...debian.map((version) => join(root, version, "bin")),
  ];
  const found = folders.find((folder) => names.every((name) => exists(join(folder, name))));
  if (!found) throw new Error(INSTRUCTION);
  return found;
};

const exists = (path: string): boolean => {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
};

/** PostgreSQL refuses to run as root; the packages that install it make a user for it. */
const asServerUser = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {};
  try {
    const id = (flag: string): number => Number(execFileSync("id", [flag, "postgres"]).toString());
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    throw new Error(
      "PostgreSQL does not run as root and there is no user postgres: run the tests as another user, or: useradd postgres",
    );
  }
};

/** A server that answers; a port that somebody else took in between ends it, and another one is tried. */
const listening = async (
  start: (port: string) => ChildProcess,
  triesLeft = 5,
): Promise<{ server: ChildProcess; url: string }> => {
  const port = String(await freePort());
  const server = start(port);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const lives = (): boolean => server.exitCode === null && server.signalCode === null;
  for (let looks = 600; looks > 0 && lives(); looks -= 1) {
    if (await isAnswering(url)) return { server, url };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  if (lives()) await ended(server);
  if (triesLeft === 0) throw new Error("the test PostgreSQL does not answer");
  return listening(start, triesLeft - 1);
};

const isAnswering = async (url: string): Promise<boolean> => {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
};

/** SIGINT is PostgreSQL's fast shutdown. */
const ended = (server: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (server.exitCode !== null) return resolve();
    server.once("exit", () => resolve());
    server.kill("SIGINT");
  });
