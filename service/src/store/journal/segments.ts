import { closeSync, fsyncSync, openSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Disk } from "./disk.ts";

const SUFFIX = ".journal";

/** Where a record stands: number of the segment file, and byte in it. */
export interface Position {
  segment: number;
  offset: number;
}

/** Whether `a` stands before `b`. */
export function isBefore(a: Position, b: Position): boolean {
  return a.segment < b.segment || (a.segment === b.segment && a.offset < b.offset);
}

/** Whether both are one place. */
export function isSame(a: Position, b: Position): boolean {
  return a.segment === b.segment && a.offset === b.offset;
}

/** The numbered files of one journal. */
export class Segments {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Numbers of the files there are, ascending. */
  list(): number[] {
    return readdirSync(this.#directory)
      .filter((name) => name.endsWith(SUFFIX))
      .map((name) => Number.parseInt(name, 10))
      .sort((a, b) => a - b);
  }

  path(segment: number): string {
    return join(this.#directory, String(segment).padStart(12, "0") + SUFFIX);
  }

  /** Makes a new file and puts its name on disk; answers its descriptor. */
  create(segment: number, disk: Disk): number {
    const file = disk.create(this.path(segment));
    const directory = openSync(this.#directory, "r");
    try {
      fsyncSync(directory);
      return file;
    } catch (error) {
      closeSync(file);
      throw error;
    } finally {
      closeSync(directory);
    }
  }

  /** Removes every file before this one. */
  removeBefore(segment: number): void {
    for (const old of this.list()) if (old < segment) rmSync(this.path(old), { force: true });
  }
}
