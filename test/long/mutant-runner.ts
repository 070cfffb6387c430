import { createVitest } from "vitest/node";

/** What the parent asks: whether one of these files of tests notices a mutant. */
export interface Question {
  mutant: string;
  tests: readonly string[];
}

const vitest = await createVitest("test", {
  config: "test/long/mutations.config.ts",
  watch: false,
  fileParallelism: false,
  silent: true,
  // The parent prints what matters.
  reporters: [{}],
});
const all = await vitest.globTestSpecifications();

/** Answers which of the tests failed first, or `null`. Vitest stays at hand: a mutant costs its tests, and no start of a program. */
process.on("message", async ({ mutant, tests }: Question) => {
  for (const project of vitest.projects) project.config.env = { ...project.config.env, MUTANT: mutant };
  for (const test of tests) {
    process.send?.({ trying: test });
    const isFailed = await fails(test).catch(() => true);
    if (isFailed) return process.send?.({ failed: test });
  }
  return process.send?.({ failed: null });
});

async function fails(test: string): Promise<boolean> {
  const specifications = all.filter(({ moduleId }) => moduleId === test);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  return unhandledErrors.length > 0 || testModules.some((module) => module.moduleId === test && !module.ok());
}
