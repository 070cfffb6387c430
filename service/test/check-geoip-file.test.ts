import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { checkGeoipFile } from "../src/check-geoip-file.ts";

it("says of a GEOIP_FILE that is not there, and of one that is something else, what to do", () => {
  expect(() => checkGeoipFile("/nowhere/x.mmdb")).toThrow(
    "GEOIP_FILE /nowhere/x.mmdb cannot be read (ENOENT): name a file such as GeoLite2-City.mmdb, or leave it out",
  );
  expect(() => checkGeoipFile(fileURLToPath(import.meta.url))).toThrow(/is no MaxMind database: name a file/);
});
