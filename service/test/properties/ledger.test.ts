import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";
import { casesHere } from "../property-runs.ts";
import { play } from "./ledger/play.ts";
import { anyStory } from "./ledger/phrases.ts";
import { anySetup, type Setup, type Step } from "./ledger/story.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

/** What goes wrong in a story; nothing where all is as it should be. */
const wrongIn = (setup: Setup, steps: readonly Step[]): Promise<string | undefined> =>
  play(service, setup, steps).then(
    () => undefined,
    (error: Error) => error.message,
  );

/** The same story without any step that it goes wrong without, to be read. */
async function told({ counterexample, seed, counterexamplePath }: fc.RunDetails<[Setup, Step[]]>): Promise<string> {
  let [setup, steps] = counterexample as [Setup, Step[]];
  let wrong = await wrongIn(setup, steps);
  for (let index = steps.length - 1; index >= 0; index--) {
    const without = steps.toSpliced(index, 1);
    const still = await wrongIn(setup, without);
    if (still) [steps, wrong] = [without, still];
  }
  const lines = steps.map((step, index) => `${index + 1}. ${JSON.stringify(step)}`);
  return [`seed ${seed}, path ${counterexamplePath}`, JSON.stringify(setup), ...lines, wrong].join("\n");
}

it("any story ends in the money that the rules give", async () => {
  const property = fc.asyncProperty(anySetup, anyStory(), (setup, steps) => play(service, setup, steps));
  // Steps taken away one by one: generators of phrases within phrases shrink for minutes.
  const details = await fc.check(property, { numRuns: casesHere(100), endOnFailure: true });
  if (details.failed) expect.fail(await told(details));
  expect(service.logged).toEqual([]);
});
