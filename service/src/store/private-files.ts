import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Mode of a directory that only the service's user may enter. */
export const PRIVATE_DIRECTORY = 0o700;

/** Mode of a file that only the service's user may read. */
export const PRIVATE_FILE = 0o600;

/** Folder in the data directory for the copy that an export of a running service reads. */
export const EXPORT_COPY = "export-copy";

/**
 * Removes group and other permissions from a directory and everything in it. Earlier versions left the store, with payout details and
 * webhook secrets, readable for every user of the machine.
 */
export function makePrivate(directory: string): void {
  tighten(directory, PRIVATE_DIRECTORY);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) makePrivate(path);
    else if (entry.isFile()) tighten(path, PRIVATE_FILE);
  }
}

function tighten(path: string, mode: number): void {
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, mode);
}
