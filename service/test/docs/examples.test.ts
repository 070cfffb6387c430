import { operations, type OperationName } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openNarrator, type Narrator } from "./narrator.ts";
import { tellStory } from "./story.ts";

let narrator: Narrator;
beforeAll(async () => {
  narrator = await openNarrator();
  await tellStory(narrator);
});
afterAll(() => narrator.world.close());

describe("the examples of the reference", () => {
  it("show a call of every operation, which the service answered with success", () => {
    expect((Object.keys(operations) as OperationName[]).filter((name) => !narrator.told[name])).toEqual([]);
  });

  it("are what the service was asked and answered (write them anew with -u)", async () => {
    await expect(narrator.text()).toMatchFileSnapshot("../../src/docs/examples.json");
  });
});
