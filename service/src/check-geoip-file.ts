import { readFileSync } from "node:fs";

/** What stands before the description of a MaxMind database, near its end. */
const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from("MaxMind.com")]);

/** @throws Error, one readable line, when `GEOIP_FILE` cannot be read or is no MaxMind database */
export function checkGeoipFile(path: string): void {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw unusable(path, `cannot be read (${(error as NodeJS.ErrnoException).code})`, error);
  }
  if (bytes.lastIndexOf(marker) === -1) throw unusable(path, "is no MaxMind database");
}

function unusable(path: string, why: string, cause?: unknown): Error {
  return new Error(`GEOIP_FILE ${path} ${why}: name a file such as GeoLite2-City.mmdb, or leave it out`, { cause });
}
