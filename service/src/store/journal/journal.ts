import { closeSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { ulid } from "ulid";
import { lockDirectory } from "../embedded/lock-file.ts";
import { disk as realDisk, type Disk } from "./disk.ts";
import { decodeFrames, encodeFrame } from "./frames.ts";
import { isSame, Segments, type Position } from "./segments.ts";

const SEGMENT_BYTES = 16 * 1024 * 1024;
const READ_BYTES = 1024 * 1024;
/** Records kept in memory for the loader, and how many it takes at once. */
const RECENT_RECORDS = 50_000;
const CHUNK_RECORDS = 4_000;

/** Told once a record is on disk, or why it is not. */
export type Written = (error: Error | null) => void;

/** Records read, and where the next ones stand. */
export interface Chunk {
  records: string[];
  next: Position;
}

/**
 * An append-only file of records, in segments.
 *
 * 1. A record is written and put on the medium (`O_DSYNC`, else `fdatasync`), then answered. All records that arrive while the
 *    disk is busy go together in the next write: one sync answers many.
 * 2. Nothing is ever written behind bytes that may be broken: each opening, and each failed write, begins a new segment.
 * 3. Reading ends a segment at the first frame that is not whole, which is one that nobody was promised.
 */
export class Journal {
  /** Names this journal among those of other replicas. */
  readonly id: string;
  /** Called after each sync. */
  onDurable: () => void = () => {};

  readonly #segments: Segments;
  readonly #disk: Disk;
  readonly #unlock: () => void;
  /** Ends of segments left early after a failed write. */
  readonly #cutAt = new Map<number, number>();
  /** The newest frames, as far as memory goes: the loader then need not read what was just written. */
  #recent: { from: Position; next: Position; records: string[] }[] = [];
  #recentRecords = 0;
  #file: number | undefined;
  #end: Position;
  #records: string[] = [];
  #waiting: Written[] = [];
  #busy = false;
  #closed = false;
  #onIdle: (() => void)[] = [];

  constructor(directory: string, disk: Disk = realDisk) {
    mkdirSync(directory, { recursive: true });
    this.#unlock = lockDirectory(directory);
    this.#segments = new Segments(directory);
    this.#disk = disk;
    this.id = journalId(directory);
    this.#end = { segment: (this.#segments.list().at(-1) ?? 0) + 1, offset: 0 };
  }

  /** Where the records on disk end. */
  get end(): Position {
    return this.#end;
  }

  /** Adds a record: one line of text. `written` is called once it is on disk. */
  append(record: string, written: Written): void {
    if (this.#closed) return written(new Error("the journal is closed"));
    this.#records.push(record);
    this.#waiting.push(written);
    if (this.#busy) return;
    this.#busy = true;
    // Whatever else this turn of the event loop brings goes along.
    setImmediate(this.#flush);
  }

  /** Resolves once everything appended so far is on disk or refused. */
  flushed(): Promise<void> {
    return this.#busy ? new Promise((resolve) => this.#onIdle.push(resolve)) : Promise.resolve();
  }

  /** The next whole frames from a position; undefined at the end. */
  async read(from: Position): Promise<Chunk | undefined> {
    const recent = this.#takeRecent(from);
    if (recent) return recent;
    for (const segment of [from.segment, ...this.#segments.list().filter((later) => later > from.segment)]) {
      const offset = segment === from.segment ? from.offset : 0;
      const chunk = await this.#readSegment(segment, offset);
      if (chunk) return chunk;
    }
    return undefined;
  }

  /** Forgets the segments before this position. */
  forget(position: Position): void {
    this.#segments.removeBefore(position.segment);
    for (const segment of this.#cutAt.keys()) if (segment < position.segment) this.#cutAt.delete(segment);
  }

  /** Writes what is waiting, then closes. */
  async close(): Promise<void> {
    await this.flushed();
    this.#closed = true;
    this.#leaveSegment();
    this.#unlock();
  }

  readonly #flush = (): void => {
    const waiting = this.#waiting;
    const records = this.#records;
    this.#waiting = [];
    this.#records = [];
    const done = (error: Error | null, bytes = 0): void => {
      if (error) this.#leaveSegment();
      else this.#remember(records, bytes);
      this.#next();
      for (const written of waiting) written(error);
      if (!error) this.onDurable();
    };
    try {
      const frame = encodeFrame(records);
      const file = this.#openSegment();
      this.#disk.write(file, frame, this.#end.offset, (error) => done(error, frame.length));
    } catch (error) {
      done(error as Error);
    }
  };

  #remember(records: string[], bytes: number): void {
    const from = this.#end;
    this.#end = { segment: from.segment, offset: from.offset + bytes };
    this.#recent.push({ from, next: this.#end, records });
    this.#recentRecords += records.length;
    while (this.#recentRecords > RECENT_RECORDS) this.#recentRecords -= this.#recent.shift()?.records.length ?? 0;
  }

  /** Frames before the position asked for are in the tables: nobody asks for them again. */
  #takeRecent(from: Position): Chunk | undefined {
    const first = this.#recent.findIndex((frame) => isSame(frame.from, from));
    if (first === -1) return undefined;
    for (const passed of this.#recent.splice(0, first)) this.#recentRecords -= passed.records.length;
    const chunk: Chunk = { records: [], next: from };
    for (const frame of this.#recent) {
      if (!isSame(frame.from, chunk.next) || chunk.records.length >= CHUNK_RECORDS) break;
      for (const record of frame.records) chunk.records.push(record);
      chunk.next = frame.next;
    }
    return chunk;
  }

  #next(): void {
    this.#busy = this.#records.length > 0;
    if (this.#busy) return void setImmediate(this.#flush);
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  #openSegment(): number {
    if (this.#file !== undefined && this.#end.offset >= SEGMENT_BYTES) this.#leaveSegment();
    this.#file ??= this.#segments.create(this.#end.segment, this.#disk);
    return this.#file;
  }

  #leaveSegment(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
    this.#cutAt.set(this.#end.segment, this.#end.offset);
    this.#end = { segment: this.#end.segment + 1, offset: 0 };
  }

  async #readSegment(segment: number, offset: number): Promise<Chunk | undefined> {
    const end = this.#endOf(segment);
    let size = Math.min(READ_BYTES, end - offset);
    while (size > 0) {
      const { records, bytes, wanted, broken } = decodeFrames(await this.#bytes(segment, offset, size));
      if (records.length > 0) return { records, next: { segment, offset: offset + bytes } };
      if (broken || wanted > end - offset) return undefined;
      size = wanted <= size ? Math.min(size * 2, end - offset) : wanted;
    }
    return undefined;
  }

  #endOf(segment: number): number {
    if (segment === this.#end.segment) return this.#end.offset;
    const cut = this.#cutAt.get(segment);
    if (cut !== undefined) return cut;
    return statSync(this.#segments.path(segment), { throwIfNoEntry: false })?.size ?? 0;
  }

  async #bytes(segment: number, offset: number, size: number): Promise<Buffer> {
    const file = await open(this.#segments.path(segment), "r");
    try {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(size), 0, size, offset);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }
}

function journalId(directory: string): string {
  const path = join(directory, "id");
  try {
    return readFileSync(path, "utf8");
  } catch {
    const id = ulid();
    writeFileSync(path, id);
    return id;
  }
}
