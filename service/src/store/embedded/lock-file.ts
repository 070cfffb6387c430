import { execFileSync } from "node:child_process";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PRIVATE_FILE } from "../private-files.ts";

type Holder = { pid: number; startedAt: string };

/**
 * When a process started, so that a reused pid is not taken for the one that wrote the lock. Empty when it does not run; one that was
 * killed and that its parent never asked for (a zombie, as in containers without an init process) holds nothing any more.
 */
const startOf = (pid: number): string => {
  try {
    if (process.platform !== "linux") {
      const said = execFileSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)]).toString();
      return /^\s*[^Z\s]\S*\s+(.*\S)/.exec(said)?.[1] ?? "";
    }
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return /^[ZXx]/.test(fields[0] ?? "Z") ? "" : (fields[19] ?? "");
  } catch {
    return "";
  }
};

const readHolder = (path: string): Holder | undefined => {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Holder;
  } catch {
    return undefined;
  }
};

const isAlive = (holder: Holder | undefined): boolean =>
  holder !== undefined && startOf(holder.pid) !== "" && startOf(holder.pid) === holder.startedAt;

/** Puts the lock in place with its content in one step, so no reader ever sees an empty one. */
const claim = (path: string, own: string): boolean => {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
};

/**
 * Takes the data directory for this process; answers the function that gives it back. A lock whose process is gone is taken over.
 *
 * @throws Error, one readable line, when another process (or this one) has the directory open.
 */
export const lockDirectory = (directory: string): (() => void) => {
  const path = join(directory, "lock");
  const own = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  const self: Holder = { pid: process.pid, startedAt: startOf(process.pid) };
  writeFileSync(own, JSON.stringify(self), { mode: PRIVATE_FILE });
  try {
    if (!claim(path, own)) {
      const holder = readHolder(path);
      if (isAlive(holder)) throw new Error(inUse(directory, holder?.pid));
      renameSync(path, `${own}.stale`);
      rmSync(`${own}.stale`, { force: true });
      if (!claim(path, own)) throw new Error(inUse(directory, readHolder(path)?.pid));
    }
  } finally {
    rmSync(own, { force: true });
  }
  return () => rmSync(path, { force: true });
};

const inUse = (directory: string, pid: number | undefined): string =>
  `data directory ${directory} is in use by process ${pid}: stop that process, choose another DATA_DIR, or use DATABASE_URL for several processes`;
