import * as fs from "node:fs";

type Done = (error: Error | null) => void;

/** How the journal reaches the disk; a test injects one that fails or dawdles. */
export interface Disk {
  /** Opens a new file to write to. */
  create(path: string): number;
  /** Writes at a position. `done` means: on the medium, not merely in the system's memory. */
  write(file: number, bytes: Buffer, position: number, done: Done): void;
}

/** Writes then sync by themselves: one hand-over to a thread and back for each batch, not two. Windows has no such flag. */
const syncedWrites = fs.constants.O_DSYNC as number | undefined;

/** The real one. */
export const disk: Disk = {
  create: (path) => {
    const { O_WRONLY, O_CREAT, O_TRUNC } = fs.constants;
    return fs.openSync(path, O_WRONLY | O_CREAT | O_TRUNC | (syncedWrites ?? 0));
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
