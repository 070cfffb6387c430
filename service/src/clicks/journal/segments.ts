import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { ulid } from "ulid";
import { PRIVATE_FILE } from "../../store/private-files.ts";
import type { Disk } from "./disk.ts";
import { decodeOldSegment } from "./old-segments.ts";
import { encodeRecords, type Stretch } from "./records.ts";

const SUFFIX = ".journal";
/** Suffix of segments whose records may have been loaded already. */
const CHECKED = "-checked";

/** A position between records: segment name and byte offset. */
export interface Position {
  segment: string;
  offset: number;
}

/** Whether `a` stands before `b`. */
export function isBefore(a: Position, b: Position): boolean {
  return a.segment < b.segment || (a.segment === b.segment && a.offset < b.offset);
}

/** Whether it is unknown how far a segment was loaded, so that each of its records must be looked up. */
export function isUncertain(segment: string): boolean {
  return segment.endsWith(CHECKED);
}

/**
 * The files of one journal. A name `<number>-<ULID>` identifies a segment in every copy: the number orders the segments of a directory, the
 * ULID is unique. So the stored progress of a name stays valid; with only a number, a new segment could reuse that of a deleted one, and
 * its first records would count as loaded.
 */
export class Segments {
  readonly #directory: string;
  #names: string[];
  /** Number of the last segment, even if it was removed: the next one must be larger. */
  #last = 0;

  constructor(directory: string) {
    this.#directory = directory;
    this.#names = this.#find();
  }

  /** Names, in order. */
  list(): readonly string[] {
    return this.#names;
  }

  path(segment: string): string {
    return join(this.#directory, segment + SUFFIX);
  }

  size(segment: string): number {
    return statSync(this.path(segment), { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Makes a new, last segment and puts its name on disk. */
  create(disk: Disk): { segment: string; file: number } {
    this.#last += 1;
    const segment = nameOf(this.#last);
    const file = disk.create(this.path(segment));
    try {
      syncDirectory(this.#directory);
    } catch (error) {
      closeSync(file);
      throw error;
    }
    this.#names.push(segment);
    return { segment, file };
  }

  remove(segment: string): void {
    rmSync(this.path(segment), { force: true });
    this.#names = this.#names.filter((name) => name !== segment);
  }

  /**
   * Rewrites the segments of versions before 0.2. Those versions could use a number twice, so their stored progress is not reliable: the
   * new segments get a mark, and the loader looks up each of their records.
   *
   * @param setAside gets the damaged bytes
   */
  convertOld(setAside: (segment: string, damage: Stretch, bytes: Buffer) => void): void {
    for (const old of this.#names.filter((name) => /^\d+$/.test(name))) {
      const bytes = readFileSync(this.path(old));
      const { records, damage } = decodeOldSegment(bytes);
      for (const stretch of damage) setAside(old, stretch, bytes.subarray(stretch.from, stretch.to));
      if (records.length > 0) this.#write(nameOf(Number(old)) + CHECKED, records);
      rmSync(this.path(old));
    }
    this.#names = this.#find();
  }

  #find(): string[] {
    const names = readdirSync(this.#directory)
      .filter((name) => name.endsWith(SUFFIX))
      .map((name) => name.slice(0, -SUFFIX.length))
      .sort();
    this.#last = Math.max(this.#last, Number.parseInt(names.at(-1) ?? "0", 10));
    return names;
  }

  /** It gets its name only when it is complete and on disk: an interrupted start repeats this. */
  #write(segment: string, records: string[]): void {
    const unfinished = join(this.#directory, "converted");
    const file = openSync(unfinished, "w", PRIVATE_FILE);
    try {
      const { bytes } = encodeRecords(records, Buffer.alloc(0));
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(unfinished, this.path(segment));
    syncDirectory(this.#directory);
  }
}

function nameOf(number: number): string {
  return `${String(number).padStart(12, "0")}-${ulid()}`;
}

function syncDirectory(path: string): void {
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
