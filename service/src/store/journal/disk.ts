import * as fs from "node:fs";
import { PRIVATE_FILE } from "../private-files.ts";

type Done = (error: Error | null) => void;

/** How the journal writes; a test gives one that fails, is slow or forgets. */
export interface Disk {
  /** Opens a file to write to, empty. */
  create(path: string): number;
  /** Writes at a position. `done` is called once the bytes are on the medium, not merely in the system's memory. */
  write(file: number, bytes: Buffer, position: number, done: Done): void;
}

/** With this flag a write syncs by itself: one hand-over to a thread instead of two. Windows does not have it. */
const syncedWrites = fs.constants.O_DSYNC as number | undefined;

/** The real one. */
export const disk: Disk = {
  create: (path) => {
    const { O_WRONLY, O_CREAT, O_TRUNC } = fs.constants;
    return fs.openSync(path, O_WRONLY | O_CREAT | O_TRUNC | (syncedWrites ?? 0), PRIVATE_FILE);
  },
  write: (file, bytes, position, done) => {
    if (syncedWrites !== undefined) return writeAll(file, bytes, position, done);
    writeAll(file, bytes, position, (error) => (error ? done(error) : fs.fdatasync(file, done)));
  },
};

/** The kernel may take fewer bytes than offered. */
function writeAll(file: number, bytes: Buffer, position: number, done: Done): void {
  fs.write(file, bytes, 0, bytes.length, position, (error, written) => {
    if (error || written === bytes.length) done(error);
    else writeAll(file, bytes.subarray(written), position + written, done);
  });
}
