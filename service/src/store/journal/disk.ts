import * as fs from "node:fs";

/** How the journal reaches the disk; a test injects one that fails. */
export interface Disk {
  write(file: number, bytes: Buffer, position: number, done: (error: Error | null) => void): void;
  /** Puts what was written on the medium. */
  sync(file: number, done: (error: Error | null) => void): void;
}

/** The real one. */
export const disk: Disk = {
  write: (file, bytes, position, done) => writeAll(file, bytes, position, done),
  sync: (file, done) => fs.fdatasync(file, done),
};

/** The kernel may take fewer bytes than offered. */
function writeAll(file: number, bytes: Buffer, position: number, done: (error: Error | null) => void): void {
  fs.write(file, bytes, 0, bytes.length, position, (error, written) => {
    if (error || written === bytes.length) done(error);
    else writeAll(file, bytes.subarray(written), position + written, done);
  });
}
