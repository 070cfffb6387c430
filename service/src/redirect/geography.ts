import { readFileSync } from "node:fs";
import { Reader, type CityResponse } from "mmdb-lib";
import type { Config } from "../config.ts";
import { bounds } from "../bounds.ts";
import { countryCode } from "../domain/rules/country-codes.ts";

/** Where a visit comes from, as far as known: never a made-up value. */
export interface GeoLocation {
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** ISO 3166-2 code within the country. */
  region: string | null;
  city: string | null;
}

/** Finds where an address is. */
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
