import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { connectChromium } from "../browser/chromium.ts";
import { differenceOf, otherBrowserTolerance, partTolerance } from "./compare.ts";
import { pictureSet, type Picture } from "./picture-set.ts";
import { draw, globalsOf, openStudio } from "./studio.ts";

const pictures = fileURLToPath(new URL("pictures/", import.meta.url));
/** The Chromium that drew the stored pictures. */
const drawnWith = `${pictures}drawn-with.txt`;
const differences = fileURLToPath(new URL("differences/", import.meta.url));
/** Those of one setting of the toolbar after each other, so that one load of the Storybook serves them all. */
const byGlobals = pictureSet.toSorted((a, b) => globalsOf(a).localeCompare(globalsOf(b)) || a.widthPx - b.widthPx);
const update = process.env.UPDATE_PICTURES === "1";

let browser: Browser;
let page: Page;
let sameBrowser = true;

beforeAll(async () => {
  browser = await connectChromium(inject("chromium"));
  page = await openStudio(browser);
  await rm(differences, { recursive: true, force: true });
  await mkdir(update ? pictures : differences, { recursive: true });
  if (update) await writeFile(drawnWith, `Chromium ${majorVersion()}\n`);
  else sameBrowser = (await readFile(drawnWith, "utf8")).trim() === `Chromium ${majorVersion()}`;
});

afterAll(() => browser?.close());

describe("the dashboard looks as it did when its pictures were stored (DES-V2, DES-V4)", () => {
  test.each(byGlobals)("$name", async (picture) => {
    const drawn = await draw(page, inject("storybook"), picture);
    if (update) return writeFile(stored(picture), drawn);
    expect(existsSync(stored(picture)), "no picture yet; draw it with npm run pictures").toBe(true);
    const tolerance = sameBrowser ? picture.tolerance : otherBrowserTolerance;
    const difference = differenceOf(await readFile(stored(picture)), drawn, tolerance);
    if (difference) await keep(picture, drawn, difference.marked);
    expect(difference?.sentence).toBeUndefined();
  });
});

test("a story drawn twice is the same to the pixel (DES-V1)", async () => {
  const [one, two] = [pictureSet[0]!, pictureSet.at(-1)!];
  for (const picture of [one, two]) {
    const draws = [await draw(page, inject("storybook"), picture), await draw(page, inject("storybook"), picture)];
    const difference = differenceOf(draws[0]!, draws[1]!, partTolerance);
    if (difference) await keep(picture, draws[1]!, difference.marked);
    expect(difference?.sentence, picture.name).toBeUndefined();
  }
});

const majorVersion = (): string => browser.version().split(".")[0] ?? "";
const stored = ({ name }: Picture): string => `${pictures}${name}.png`;

/** Leaves the new picture and the marked one where a person can open them beside the stored one. */
async function keep({ name }: Picture, drawn: Buffer, marked: Buffer): Promise<void> {
  await writeFile(`${differences}${name}.png`, drawn);
  await writeFile(`${differences}${name}.marked.png`, marked);
}
