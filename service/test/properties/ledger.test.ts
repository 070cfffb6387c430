import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";
import { casesHere } from "../property-runs.ts";
import { play } from "./ledger/play.ts";
import { anySetup, anyStory, type Setup, type Step } from "./ledger/story.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

/** A story that went wrong, to be read. */
function told({ counterexample, seed, counterexamplePath, errorInstance }: fc.RunDetails<[Setup, Step[]]>): string {
  const [setup, steps] = counterexample ?? [null, []];
  const lines = steps.map((step, index) => `${index + 1}. ${JSON.stringify(step)}`);
  return [
    `seed ${seed}, path ${counterexamplePath}`,
    JSON.stringify(setup),
    ...lines,
    `${(errorInstance as Error)?.message}`,
  ].join("\n");
}

it("any story ends in the money that the rules give", async () => {
  const property = fc.asyncProperty(anySetup, anyStory(), (setup, steps) => play(service, setup, steps));
  const details = await fc.check(property, { numRuns: casesHere(100) });
  if (details.failed) expect.fail(told(details));
  expect(service.logged).toEqual([]);
});
