import { closeSync, existsSync, ftruncateSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { lockDirectory } from "../../store/directory-lock.ts";
import { makePrivate, PRIVATE_DIRECTORY, PRIVATE_FILE } from "../../store/private-files.ts";
import { disk as realDisk, type Disk } from "./disk.ts";
import { RecentRecords, type Chunk } from "./recent-records.ts";
import { decodeRecords, encodeRecords } from "./records.ts";
import { Segments, type Position } from "./segments.ts";

const SEGMENT_BYTES = 16 * 1024 * 1024;
const READ_BYTES = 1024 * 1024;
const SCRATCH_BYTES = 1024 * 1024;
/** Folder for damaged bytes. */
const DAMAGED = "damaged";
const PROBE_BYTES = 4096;
const PROBE_MS = 2_000;

/** Called when a record is on disk, or with the error. */
export type Written = (error: Error | null) => void;

/** Options of a journal. */
export interface JournalOptions {
  disk?: Disk;
  /** At this size the journal starts a new segment; default 16 MB. */
  segmentBytes?: number;
  /** Called with damaged bytes once they are set aside. */
  onDamage?: (damage: Damage) => void;
}

/** Damaged bytes of a segment. */
export interface Damage {
  segment: string;
  offset: number;
  bytes: number;
  /** The file that keeps them. */
  file: string;
}

interface Batch {
  records: string[];
  waiting: Written[];
}

/**
 * An append-only file of records, in segments.
 *
 * 1. A record is written and put on the medium, then answered. All records that arrive while the disk is busy go together in the
 *    next write: one sync answers many.
 * 2. Nothing is ever written behind bytes that may be broken: each opening, and each failed write, begins a new segment.
 * 3. Damaged bytes lose only their own records: reading continues at the next record, and a file keeps the bytes.
 */
export class Journal {
  /** Called after each sync. */
  onDurable: () => void = () => {};

  readonly #directory: string;
  readonly #segments: Segments;
  readonly #disk: Disk;
  readonly #segmentBytes: number;
  readonly #onDamage: (damage: Damage) => void;
  readonly #unlock: () => void;
  readonly #recent = new RecentRecords();
  readonly #scratch = Buffer.allocUnsafe(SCRATCH_BYTES);
  /** Ends of segments after a failed write: bytes behind them were answered with an error. */
  readonly #cutAt = new Map<string, number>();
  #active: { segment: string; file: number } | undefined;
  #end: Position;
  #next: Batch = { records: [], waiting: [] };
  #writing: Batch | undefined;
  #isSegmentToEnd = false;
  #busy = false;
  #closed = false;
  #onIdle: (() => void)[] = [];
  #probe: Promise<void> | undefined;
  /** Size of the last failed write; 0 while writes succeed. */
  #refusedBytes = 0;

  constructor(directory: string, options: JournalOptions = {}) {
    mkdirSync(directory, { recursive: true, mode: PRIVATE_DIRECTORY });
    makePrivate(directory);
    this.#directory = directory;
    this.#disk = options.disk ?? realDisk;
    this.#segmentBytes = options.segmentBytes ?? SEGMENT_BYTES;
    this.#onDamage = options.onDamage ?? (() => {});
    this.#unlock = lockDirectory(directory);
    try {
      this.#segments = new Segments(directory);
      this.#segments.convertOld((segment, { from }, bytes) => this.#setAside(segment, from, bytes));
    } catch (error) {
      this.#unlock();
      throw error;
    }
    const last = this.#segments.list().at(-1);
    this.#end = last === undefined ? { segment: "", offset: 0 } : { segment: last, offset: this.#segments.size(last) };
  }

  /** The end of the records on disk. */
  get end(): Position {
    return this.#end;
  }

  /** Names of the segments there are, in order. */
  get segments(): readonly string[] {
    return this.#segments.list();
  }

  /** Adds a record. `written` is called once it is on disk. */
  append(record: string, written: Written): void {
    if (this.#closed) return written(new Error("the journal is closed"));
    this.#next.records.push(record);
    this.#next.waiting.push(written);
    if (this.#busy) return;
    this.#busy = true;
    // Records of the same turn of the event loop join this write.
    setImmediate(this.#flush);
  }

  /** Resolves once everything appended so far is on disk or refused. */
  written(): Promise<void> {
    const last = this.#next.records.length > 0 ? this.#next : this.#writing;
    return last ? new Promise((resolve) => last.waiting.push(() => resolve())) : Promise.resolve();
  }

  /** Resolves once nothing is being written. */
  flushed(): Promise<void> {
    return this.#busy ? new Promise((resolve) => this.#onIdle.push(resolve)) : Promise.resolve();
  }

  /** Whether a segment may still grow. */
  isActive(segment: string): boolean {
    return this.#active?.segment === segment;
  }

  /** Up to `limit` records of a segment; undefined at its end. A chunk may pass over damaged bytes and hold no record. */
  async read(from: Position, limit: number): Promise<Chunk | undefined> {
    return this.#recent.take(from, limit) ?? (await this.#readFromDisk(from, limit));
  }

  /** Ends the segment that is being written: the loader removes it once it is loaded. */
  endSegment(): void {
    if (this.#writing) this.#isSegmentToEnd = true;
    else this.#leaveSegment();
  }

  /** Removes a segment that is loaded. */
  remove(segment: string): void {
    this.#segments.remove(segment);
    this.#cutAt.delete(segment);
  }

  /** Number of damaged stretches kept. */
  countDamaged(): number {
    return countDamaged(this.#directory);
  }

  /**
   * Tries to write a file of the size of the last failed write; rejects when that fails or takes more than two seconds. Concurrent calls
   * share one try.
   */
  checkDisk(): Promise<void> {
    this.#probe ??= this.#writeProbe().finally(() => (this.#probe = undefined));
    return this.#probe;
  }

  /** Writes what is waiting, then closes. */
  async close(): Promise<void> {
    await this.flushed();
    this.#closed = true;
    await this.#probe?.catch(() => {});
    this.#leaveSegment();
    this.#unlock();
  }

  readonly #flush = (): void => {
    const batch = this.#next;
    this.#next = { records: [], waiting: [] };
    this.#writing = batch;
    try {
      const { bytes, ends } = encodeRecords(batch.records, this.#scratch);
      const { file, segment } = this.#openSegment();
      const at = { segment, offset: this.#end.segment === segment ? this.#end.offset : 0 };
      this.#disk.write({ file, position: at.offset }, bytes, (error) => {
        if (error) return this.#refused(batch, error, bytes.length);
        this.#refusedBytes = 0;
        this.#recent.add(at, batch.records, ends);
        this.#end = { segment, offset: at.offset + bytes.length };
        this.#settled(batch, null);
        this.onDurable();
      });
    } catch (error) {
      this.#refused(batch, error as Error);
    }
  };

  #refused(batch: Batch, error: Error, bytes = PROBE_BYTES): void {
    this.#refusedBytes = bytes;
    this.#cutSegment();
    this.#settled(batch, error);
  }

  #settled({ waiting }: Batch, error: Error | null): void {
    this.#writing = undefined;
    if (this.#isSegmentToEnd) this.#leaveSegment();
    this.#busy = this.#next.records.length > 0;
    if (this.#busy) setImmediate(this.#flush);
    for (const written of waiting) written(error);
    if (!this.#busy) for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  #openSegment(): { segment: string; file: number } {
    if (this.#active?.segment === this.#end.segment && this.#end.offset >= this.#segmentBytes) this.#leaveSegment();
    this.#active ??= this.#segments.create(this.#disk);
    return this.#active;
  }

  #leaveSegment(): void {
    if (this.#active) closeSync(this.#active.file);
    this.#active = undefined;
    this.#isSegmentToEnd = false;
  }

  /** Leaves the segment after a failed write. Its callers got an error, so bytes it left must not be loaded later. */
  #cutSegment(): void {
    if (!this.#active) return;
    const { segment, file } = this.#active;
    const end = this.#end.segment === segment ? this.#end.offset : 0;
    this.#cutAt.set(segment, end);
    try {
      ftruncateSync(file, end);
    } catch {
      // If the disk refuses this too, refused records stay and may be loaded; that does no harm.
    }
    this.#leaveSegment();
  }

  async #readFromDisk({ segment, offset }: Position, limit: number): Promise<Chunk | undefined> {
    const end = this.#endOf(segment);
    let size = Math.min(READ_BYTES, end - offset);
    while (size > 0) {
      const buffer = await this.#bytes(segment, offset, size);
      const isEnd = offset + size === end || buffer.length < size;
      const { records, ends, bytes, wanted, damage } = decodeRecords(buffer, isEnd, limit);
      if (bytes > 0) {
        for (const { from, to } of damage) this.#setAside(segment, offset + from, buffer.subarray(from, to));
        return { segment, from: offset, to: offset + bytes, records, ends: ends.map((at) => offset + at) };
      }
      size = Math.min(wanted, end - offset);
    }
    return undefined;
  }

  #endOf(segment: string): number {
    if (segment === this.#end.segment) return this.#end.offset;
    return this.#cutAt.get(segment) ?? (this.isActive(segment) ? 0 : this.#segments.size(segment));
  }

  async #bytes(segment: string, offset: number, size: number): Promise<Buffer> {
    const file = await open(this.#segments.path(segment), "r");
    try {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(size), 0, size, offset);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  /** The same bytes get the same file and are reported once, for any number of reads. */
  #setAside(segment: string, offset: number, bytes: Buffer): void {
    const folder = join(this.#directory, DAMAGED);
    mkdirSync(folder, { recursive: true, mode: PRIVATE_DIRECTORY });
    const file = join(folder, `${segment}-${offset}`);
    if (existsSync(file)) return;
    writeFileSync(file, bytes, { mode: PRIVATE_FILE });
    this.#onDamage({ segment, offset, bytes: bytes.length, file });
  }

  async #writeProbe(): Promise<void> {
    const path = join(this.#directory, "probe");
    const file = this.#disk.create(path);
    const written = new Promise<void>((resolve, reject) => {
      const bytes = Buffer.alloc(Math.max(PROBE_BYTES, this.#refusedBytes), 1);
      this.#disk.write({ file, position: 0 }, bytes, (error) => {
        closeSync(file);
        rmSync(path, { force: true });
        if (error) reject(error);
        else resolve();
      });
    });
    const late = new Promise<void>((_, reject) => {
      setTimeout(() => reject(new Error("the disk does not answer")), PROBE_MS).unref();
    });
    await Promise.race([written, late]);
  }
}

/** How many stretches of damaged bytes a journal keeps, open or not. */
export function countDamaged(directory: string): number {
  try {
    return readdirSync(join(directory, DAMAGED)).length;
  } catch {
    return 0;
  }
}
