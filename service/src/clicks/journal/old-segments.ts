import { crc32 } from "node:zlib";
import type { Stretch } from "./records.ts";

const HEADER_BYTES = 8;

/**
 * Reads a segment as versions before 0.2 wrote it: frames of length and CRC-32 (both little-endian, 32 bit), each with the records of
 * one write, a record a line. A damaged frame is passed over; one that a crash cut short is no damage.
 */
export function decodeOldSegment(buffer: Buffer): { records: string[]; damage: Stretch[] } {
  const records: string[] = [];
  const damage: Stretch[] = [];
  let at = 0;
  while (buffer.length - at > HEADER_BYTES) {
    const end = frameEnd(buffer, at);
    if (isIntact(buffer, at, end)) {
      for (const record of buffer.toString("utf8", at + HEADER_BYTES, end).split("\n")) records.push(record);
      at = end;
      continue;
    }
    const next = nextFrame(buffer, at + 1);
    const isTorn = next === undefined && (end > buffer.length || buffer.at(-1) === 0);
    if (!isTorn) damage.push({ from: at, to: next ?? buffer.length });
    at = next ?? buffer.length;
  }
  return { records, damage };
}

function frameEnd(buffer: Buffer, at: number): number {
  return at + HEADER_BYTES + buffer.readUInt32LE(at);
}

function isIntact(buffer: Buffer, at: number, end: number): boolean {
  const start = at + HEADER_BYTES;
  return end > start && end <= buffer.length && crc32(buffer.subarray(start, end)) === buffer.readUInt32LE(at + 4);
}

/** Frames have no mark: any byte may begin one, but most wrong positions give an impossible length. */
function nextFrame(buffer: Buffer, from: number): number | undefined {
  for (let at = from; buffer.length - at > HEADER_BYTES; at++) {
    if (isIntact(buffer, at, frameEnd(buffer, at))) return at;
  }
  return undefined;
}
