import { closeSync, fchmodSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { hostname } from "node:os";
import { join } from "node:path";
import { PRIVATE_FILE } from "./private-files.ts";

const require = createRequire(import.meta.url);

/** Another process has the directory, or this one. */
export class DirectoryInUse extends Error {}

/** The part of `fs-native-extensions` used here: an operating system lock on an open file. */
interface FileLocks {
  /** @returns false when the file is locked through another file descriptor, in any process */
  tryLock(file: number): boolean;
}

/**
 * Locks a directory for this process with a kernel lock on an open file. The lock does not depend on process ids, so it also works between
 * containers that share a volume, and it always ends with the process. The file stays; its text about the holder is only for people.
 *
 * @returns a function that releases the directory
 * @throws DirectoryInUse, one readable line, when it is open already, here or in another process
 * @throws Error when its file system cannot lock
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, "lock");
  const file = openSync(path, "a+", PRIVATE_FILE);
  try {
    if (!takeLock(file, directory)) throw new DirectoryInUse(inUse(directory, path));
    fchmodSync(file, PRIVATE_FILE);
    ftruncateSync(file);
    writeSync(file, JSON.stringify({ pid: process.pid, host: hostname() }));
  } catch (error) {
    closeSync(file);
    throw error;
  }
  let isHeld = true;
  return () => {
    if (isHeld) closeSync(file);
    isHeld = false;
  };
}

function takeLock(file: number, directory: string): boolean {
  try {
    // Imported here, not at the top: on a platform without a build of it, every command would crash before it could explain this.
    const { tryLock } = require("fs-native-extensions") as FileLocks;
    return tryLock(file);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why = `it must be locked against a second process, and that cannot be done here (${code ?? message})`;
    throw new Error(
      `data directory ${directory} cannot be used: ${why}. Set DATA_DIR to a directory on a local disk.`,
      {
        cause,
      },
    );
  }
}

function inUse(directory: string, path: string): string {
  const doThis = "stop that process, or give this one a DATA_DIR of its own; several processes share a DATABASE_URL";
  return `data directory ${directory} is in use by ${holderIn(path)}: ${doThis}`;
}

/** The holder as written in the file; empty for a moment after the lock is taken. */
function holderIn(path: string): string {
  try {
    const { pid, host } = JSON.parse(readFileSync(path, "utf8")) as { pid?: number; host?: string };
    if (pid === undefined) return "another process";
    return host === undefined || host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`;
  } catch {
    return "another process";
  }
}
