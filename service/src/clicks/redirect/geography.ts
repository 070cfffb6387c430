import { readFileSync, closeSync, fstatSync, openSync, readSync } from "node:fs";
import { Reader, type CityResponse } from "mmdb-lib";
import type { Config } from "../../config.ts";
import { bounds } from "../../bounds.ts";
import { countryCode } from "referrals-embed/rules";

/** The place of a visit, as far as known; never a guess. */
export interface GeoLocation {
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** ISO 3166-2 code within the country. */
  region: string | null;
  city: string | null;
}

/** Finds the place of an address. */
export type Locate = (address: string, header: (name: string) => string | undefined) => GeoLocation;

const nowhere: GeoLocation = { country: null, region: null, city: null };

/**
 * Country from the header named by `GEO_COUNTRY_HEADER`, else from the MaxMind database `GEOIP_FILE`.
 * @throws Error when the file cannot be read
 */
export function createLocate(config: Pick<Config, "geoCountryHeader" | "geoipFile">): Locate {
  const { geoCountryHeader: name, geoipFile } = config;
  const reader = geoipFile === undefined ? undefined : new Reader<CityResponse>(readFileSync(geoipFile));
  return (address, header) => {
    const given = (name !== undefined && header(name)) || "";
    const country = given.length > bounds.country ? undefined : countryCode(given);
    if (country !== undefined) return { ...nowhere, country };
    return reader ? geoLocationOf(reader, address) : nowhere;
  };
}

function geoLocationOf(reader: Reader<CityResponse>, address: string): GeoLocation {
  try {
    const record = reader.get(address);
    return {
      country: record?.country?.iso_code ?? null,
      region: record?.subdivisions?.[0]?.iso_code ?? null,
      city: record?.city?.names?.en ?? null,
    };
  } catch {
    return nowhere;
  }
}

/** The marker before the metadata of a MaxMind database. */
const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from("MaxMind.com")]);

/** By the format, the metadata is within this many bytes of the end. */
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

/** Reads only the end: `createLocate` reads the whole file later. */
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
