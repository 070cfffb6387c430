import { crc32 } from "node:zlib";

const HEADER_BYTES = 8;

/**
 * Records as one frame: length and CRC-32 of what follows, both little-endian 32 bit, then the records, one a line. A frame is
 * written, synced and answered as a whole, so half a frame at the end of a file holds nothing anybody was promised.
 */
export function encodeFrame(records: readonly string[]): Buffer {
  const text = records.join("\n");
  const length = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(HEADER_BYTES + length);
  frame.write(text, HEADER_BYTES, "utf8");
  frame.writeUInt32LE(length, 0);
  frame.writeUInt32LE(crc32(frame.subarray(HEADER_BYTES)), 4);
  return frame;
}

/** What stood at the beginning of some bytes. */
export interface DecodedFrames {
  records: string[];
  /** Bytes of whole, valid frames. */
  bytes: number;
  /** Length the next frame claims to have, when the bytes end within it; 0 when they do not. */
  wanted: number;
  /** Whether the bytes after the frames are no frame at all. */
  broken: boolean;
}

/** Reads all whole frames from the beginning of `buffer`. */
export function decodeFrames(buffer: Buffer): DecodedFrames {
  const records: string[] = [];
  let at = 0;
  while (buffer.length - at >= HEADER_BYTES) {
    const start = at + HEADER_BYTES;
    const end = start + buffer.readUInt32LE(at);
    if (end > buffer.length) return { records, bytes: at, wanted: end - at, broken: false };
    const body = buffer.subarray(start, end);
    if (body.length === 0 || crc32(body) !== buffer.readUInt32LE(at + 4)) {
      return { records, bytes: at, wanted: 0, broken: true };
    }
    for (const record of body.toString("utf8").split("\n")) records.push(record);
    at = end;
  }
  return { records, bytes: at, wanted: buffer.length > at ? HEADER_BYTES : 0, broken: false };
}
