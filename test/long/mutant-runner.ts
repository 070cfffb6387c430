import { createVitest, type TestSpecification } from "vitest/node";

/** What the parent asks: to run files of tests, each once with each of its mutants, in this order. */
export type Question = readonly { test: string; mutants: readonly string[] }[];

/** What the parent is told: how each of these runs ended, and that all have. */
export type Answer = { test: string; mutant: string; failed: boolean } | "done";

const tell = (answer: Answer): unknown => process.send?.(answer);

const vitest = await createVitest("test", {
  config: "test/long/mutations.config.ts",
  watch: false,
  update: false,
  fileParallelism: false,
  silent: true,
  sequence: {
    sequencer: class {
      shard = same;
      sort = same;
    } as never,
  },
  reporters: [
    {
      onTestModuleEnd(module) {
        const [test = "", query] = module.moduleId.split("?");
        tell({ test, mutant: new URLSearchParams(query).get("mutant") ?? "", failed: !module.ok() });
      },
    },
  ],
});
const all = await vitest.globTestSpecifications();

/** Tests of one project run in one program, which reads what they test once: a mutant costs its tests, and no start of a program. */
process.on("message", async (question: Question) => {
  const asked = question.flatMap(({ test, mutants }) => {
    const found = all.filter(({ moduleId }) => moduleId === test);
    return found.flatMap(({ project }) =>
      mutants.map((mutant) => project.createSpecification(`${test}?mutant=${encodeURIComponent(mutant)}`)),
    );
  });
  const projects = new Set(asked.map((one) => one.project));
  for (const project of projects) await vitest.runTestSpecifications(asked.filter((one) => one.project === project));
  tell("done");
});

async function same(files: TestSpecification[]): Promise<TestSpecification[]> {
  return files;
}
