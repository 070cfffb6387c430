import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { checkGeoipFile } from "../src/clicks/redirect/geography.ts";

it("says of a GEOIP_FILE that is not there, and of one that is something else, what to do", () => {
  expect(() => checkGeoipFile("/nowhere/x.mmdb")).toThrow(
    "GEOIP_FILE /nowhere/x.mmdb cannot be read (ENOENT): name a file such as GeoLite2-City.mmdb, or leave it out",
  );
  expect(() => checkGeoipFile(fileURLToPath(import.meta.url))).toThrow(/is no MaxMind database: name a file/);
});

it("takes a database by what stands near its end, however large it is", () => {
  const folder = mkdtempSync(join(tmpdir(), "referrals-geoip-"));
  const path = join(folder, "city.mmdb");
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from("MaxMind.com")]);
  for (const before of [0, 300_000]) {
    writeFileSync(path, Buffer.concat([Buffer.alloc(before), marker, Buffer.alloc(500)]));
    expect(() => checkGeoipFile(path)).not.toThrow();
  }
  rmSync(folder, { recursive: true });
});
