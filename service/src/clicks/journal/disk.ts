import * as fs from "node:fs";
import { PRIVATE_FILE } from "../../store/private-files.ts";

type Done = (error: Error | null) => void;

/** The position of bytes in an open file. */
export interface FilePosition {
  file: number;
  position: number;
}

/** The journal's disk access; tests replace it with one that fails, is slow or loses bytes. */
export interface Disk {
  /** Opens a file to write to, empty. */
  create(path: string): number;
  /** Writes at a position. `done` is called once the bytes are on the medium, not merely in the system's memory. */
  write(at: FilePosition, bytes: Buffer, done: Done): void;
}

/** With this flag a write also syncs: one hand-over to a thread instead of two. Windows lacks it. */
const syncedWrites = fs.constants.O_DSYNC as number | undefined;

/** The real one. */
export const disk: Disk = {
  create: (path) => {
    const { O_WRONLY, O_CREAT, O_TRUNC } = fs.constants;
    return fs.openSync(path, O_WRONLY | O_CREAT | O_TRUNC | (syncedWrites ?? 0), PRIVATE_FILE);
  },
  write: (at, bytes, done) => {
    if (syncedWrites !== undefined) return writeAll(at, bytes, done);
    writeAll(at, bytes, (error) => (error ? done(error) : fs.fdatasync(at.file, done)));
  },
};

/** The kernel may write fewer bytes than requested. */
function writeAll({ file, position }: FilePosition, bytes: Buffer, done: Done): void {
  fs.write(file, bytes, 0, bytes.length, position, (error, written) => {
    if (error || written === bytes.length) done(error);
    else writeAll({ file, position: position + written }, bytes.subarray(written), done);
  });
}
