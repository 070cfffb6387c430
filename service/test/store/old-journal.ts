import { crc32 } from "node:zlib";

/** Records as the first versions wrote them to a journal: length and CRC-32 of what follows, then a record a line. */
export function oldFrame(records: readonly string[]): Buffer {
  const body = Buffer.from(records.join("\n"));
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32LE(body.length, 0);
  frame.writeUInt32LE(crc32(body), 4);
  body.copy(frame, 8);
  return frame;
}
