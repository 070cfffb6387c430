import type { Position } from "./segments.ts";

/** Most records kept; older ones are read from the disk. */
const CAPACITY = 50_000;

/** Records read, with their positions. */
export interface Chunk {
  segment: string;
  /** Byte from which was read. */
  from: number;
  /** Byte from which to read on. */
  to: number;
  records: string[];
  /** Where each record ends. */
  ends: number[];
}

interface Batch {
  segment: string;
  from: number;
  records: string[];
  /** Where each record ends, from the batch's beginning. */
  ends: number[];
}

/** The newest records of a journal, so that the loader need not read them from disk right after the write. */
export class RecentRecords {
  #batches: Batch[] = [];
  #count = 0;

  /** Adds what was written at a position. */
  add(at: Position, records: string[], ends: number[]): void {
    this.#batches.push({ segment: at.segment, from: at.offset, records, ends });
    this.#count += records.length;
    while (this.#count > CAPACITY) this.#drop();
  }

  /** Up to `limit` records from a position on; undefined when they are not in memory. Forgets the records before it. */
  take({ segment, offset }: Position, limit: number): Chunk | undefined {
    const covers = (batch: Batch): boolean =>
      batch.segment === segment && offset >= batch.from && offset < endOf(batch);
    const first = this.#batches.findIndex(covers);
    if (first === -1) return undefined;
    for (let passed = 0; passed < first; passed++) this.#drop();
    const chunk: Chunk = { segment, from: offset, to: offset, records: [], ends: [] };
    for (const batch of this.#batches) {
      if (batch.segment !== segment || chunk.records.length >= limit) break;
      addFrom(batch, chunk, limit);
    }
    return chunk;
  }

  #drop(): void {
    this.#count -= this.#batches.shift()?.records.length ?? 0;
  }
}

function endOf(batch: Batch): number {
  return batch.from + (batch.ends.at(-1) ?? 0);
}

/** Adds to a chunk the records of a batch after it. */
function addFrom(batch: Batch, chunk: Chunk, limit: number): void {
  for (const [index, record] of batch.records.entries()) {
    const end = batch.from + (batch.ends[index] ?? 0);
    if (end <= chunk.to) continue;
    if (chunk.records.length === limit) return;
    chunk.records.push(record);
    chunk.ends.push(end);
    chunk.to = end;
  }
}
