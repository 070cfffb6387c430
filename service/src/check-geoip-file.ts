import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** What stands before the description of a MaxMind database. */
const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from("MaxMind.com")]);

/** The description is within this many bytes of the end, by the format. */
const TAIL_BYTES = 128 * 1024;

/** @throws Error, one readable line, when `GEOIP_FILE` cannot be read or is no MaxMind database */
export function checkGeoipFile(path: string): void {
  let tail: Buffer;
  try {
    tail = readTail(path);
  } catch (error) {
    throw unusable(path, `cannot be read (${(error as NodeJS.ErrnoException).code})`, error);
  }
  if (tail.lastIndexOf(marker) === -1) throw unusable(path, "is no MaxMind database");
}

/** The whole file is read once, by whoever looks addresses up. */
function readTail(path: string): Buffer {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return bytes;
  } finally {
    closeSync(file);
  }
}

function unusable(path: string, why: string, cause?: unknown): Error {
  return new Error(`GEOIP_FILE ${path} ${why}: name a file such as GeoLite2-City.mmdb, or leave it out`, { cause });
}
