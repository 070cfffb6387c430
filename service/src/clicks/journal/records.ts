import { crc32 } from "node:zlib";

/**
 * The format of records in a segment. Each has a header:
 *
 *     magic 2 bytes | check of the header 2 bytes | length 4 bytes | CRC-32 of the text 4 bytes | text in UTF-8
 *
 * (numbers little-endian). The two magic bytes never occur in UTF-8, so that after damaged bytes the next record can be found. The header
 * has its own check, because a damaged length would look like a record that ends after the file.
 */
const MAGIC = 0xfffe;
const [MAGIC_FIRST, MAGIC_SECOND] = [MAGIC & 0xff, MAGIC >> 8];
const HEADER_BYTES = 12;
/** Bytes that one UTF-16 code unit takes in UTF-8 at most. */
const MOST_BYTES_PER_UNIT = 3;

/** Records for one write. */
export interface EncodedRecords {
  bytes: Buffer;
  /** Where each record ends in `bytes`. */
  ends: number[];
}

/** Encodes records into `scratch`, or into a new buffer if they may not fit there. */
export function encodeRecords(records: readonly string[], scratch: Buffer): EncodedRecords {
  let most = 0;
  for (const record of records) most += HEADER_BYTES + record.length * MOST_BYTES_PER_UNIT;
  const buffer = most <= scratch.length ? scratch : Buffer.allocUnsafe(most);
  const ends: number[] = [];
  let at = 0;
  for (const record of records) {
    const length = buffer.write(record, at + HEADER_BYTES, "utf8");
    const crc = crc32(record);
    buffer.writeUInt16LE(MAGIC, at);
    buffer.writeUInt16LE(headerCheck(length, crc), at + 2);
    buffer.writeUInt32LE(length, at + 4);
    buffer.writeUInt32LE(crc, at + 8);
    at += HEADER_BYTES + length;
    ends.push(at);
  }
  return { bytes: buffer.subarray(0, at), ends };
}

/** A stretch of bytes. */
export interface Stretch {
  from: number;
  to: number;
}

/** The records found at the beginning of some bytes. */
export interface DecodedRecords {
  records: string[];
  /** Where each record ends. */
  ends: number[];
  /** Bytes that are done. */
  bytes: number;
  /** Bytes needed at least to find the next record; 0 when the given ones suffice. */
  wanted: number;
  /** Damaged bytes between records. */
  damage: Stretch[];
}

/**
 * Reads up to `limit` records from the beginning of `buffer` and skips damaged ones.
 *
 * @param isEnd whether the file ends where the buffer ends. A write that a crash cut short is then no damage: its clicks were not answered.
 */
export function decodeRecords(buffer: Buffer, isEnd: boolean, limit: number): DecodedRecords {
  const found: DecodedRecords = { records: [], ends: [], bytes: 0, wanted: 0, damage: [] };
  while (found.bytes < buffer.length && found.records.length < limit) {
    const at = found.bytes;
    const end = recordEnd(buffer, at);
    if (end !== undefined && end <= buffer.length && isIntact(buffer, at, end)) {
      found.records.push(buffer.toString("utf8", at + HEADER_BYTES, end));
      found.ends.push(end);
      found.bytes = end;
      continue;
    }
    const needed = end ?? at + HEADER_BYTES;
    if (needed > buffer.length) {
      if (isEnd) found.bytes = buffer.length;
      else found.wanted = needed - at;
      return found;
    }
    const next = nextRecord(buffer, at + 1);
    if (next === undefined && !isEnd) {
      found.wanted = Number.POSITIVE_INFINITY;
      return found;
    }
    found.bytes = next ?? buffer.length;
    // A file may grow before its last bytes arrive; they read as zeros, which no text contains.
    const isTorn = next === undefined && buffer.at(-1) === 0;
    if (!isTorn) found.damage.push({ from: at, to: found.bytes });
  }
  return found;
}

/** End of the record whose header begins at `at`; undefined where no header is. */
function recordEnd(buffer: Buffer, at: number): number | undefined {
  if (buffer.length - at < HEADER_BYTES || buffer.readUInt16LE(at) !== MAGIC) return undefined;
  const length = buffer.readUInt32LE(at + 4);
  const crc = buffer.readUInt32LE(at + 8);
  return buffer.readUInt16LE(at + 2) === headerCheck(length, crc) ? at + HEADER_BYTES + length : undefined;
}

function isIntact(buffer: Buffer, at: number, end: number): boolean {
  return crc32(buffer.subarray(at + HEADER_BYTES, end)) === buffer.readUInt32LE(at + 8);
}

/** Where the next undamaged record begins. */
function nextRecord(buffer: Buffer, from: number): number | undefined {
  for (let at = buffer.indexOf(MAGIC_FIRST, from); at !== -1; at = buffer.indexOf(MAGIC_FIRST, at + 1)) {
    if (buffer[at + 1] !== MAGIC_SECOND) continue;
    const end = recordEnd(buffer, at);
    if (end !== undefined && end <= buffer.length && isIntact(buffer, at, end)) return at;
  }
  return undefined;
}

/** 16 bits that change with every single bit of length and CRC. */
function headerCheck(length: number, crc: number): number {
  return Math.imul(length ^ Math.imul(crc, 0x85ebca6b), 0x9e3779b1) >>> 16;
}
