import { readFileSync } from "node:fs";
import { PNG } from "pngjs";
import { expect, test } from "vitest";
import { differenceOf, panelTolerance, partTolerance } from "./compare.ts";

/** A white picture of 100 × 100 with black pixels at the given places. */
function picture(...black: [x: number, y: number][]): Buffer {
  const png = new PNG({ width: 100, height: 100 });
  png.data.fill(255);
  for (const [x, y] of black) png.data.fill(0, (y * 100 + x) * 4, (y * 100 + x) * 4 + 3);
  return PNG.sync.write(png);
}

const square = (size: number): [number, number][] =>
  Array.from({ length: size * size }, (_, n) => [10 + (n % size), 10 + Math.floor(n / size)]);

test("equal pictures do not differ (DES-V3)", () => {
  expect(differenceOf(picture([3, 3]), picture([3, 3]), partTolerance)).toBeUndefined();
});

test("a part differs by a single pixel, a panel does not (DES-V3)", () => {
  expect(differenceOf(picture(), picture([3, 3]), partTolerance)?.sentence).toMatch(/^1 pixels/);
  expect(differenceOf(picture(), picture([3, 3]), panelTolerance)).toBeUndefined();
});

test("a panel differs by more than one pixel in a thousand (DES-V3)", () => {
  const lone: [number, number][] = Array.from({ length: 11 }, (_, n) => [n * 9, 50]);
  expect(differenceOf(picture(), picture(...lone), panelTolerance)?.sentence).toMatch(/^11 pixels/);
});

test("a panel differs by an area over 4 × 4, however small its share (DES-V3)", () => {
  const allowed = { ...panelTolerance, share: 1 };
  expect(differenceOf(picture(), picture(...square(4)), allowed)).toBeUndefined();
  expect(differenceOf(picture(), picture(...square(5)), allowed)?.sentence).toContain("5 px across");
});

test("a picture of another size differs", () => {
  const small = PNG.sync.write(new PNG({ width: 10, height: 20 }));
  expect(differenceOf(picture(), small, panelTolerance)?.sentence).toBe("it was 100 × 100 px and is 10 × 20 px");
});

test("no suite tries a failed test again (DES-V4)", () => {
  for (const file of ["../../vite.config.ts", "../../scripts/test.mjs"]) {
    expect(readFileSync(new URL(file, import.meta.url), "utf8")).not.toMatch(/\bretry\b/);
  }
});
