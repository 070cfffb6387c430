import { parseArgs } from "node:util";
import { clock, cutOff, replicas } from "./faults.ts";
import { fuzz } from "./fuzz.ts";
import { stopPostgres, type EngineName } from "./home.ts";
import { kills, type Result } from "./kills.ts";
import { mutations } from "./mutations.ts";
import { pairs, stories } from "./more-tests.ts";
import { soak } from "./soak.ts";
import { arrivals } from "./templates.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: "string", default: "30" },
    kills: { type: "string", default: "50" },
    inputs: { type: "string", default: "500000" },
    stories: { type: "string", default: "2000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    engine: { type: "string" },
    rules: { type: "string", default: "" },
    seconds: { type: "string", default: "120" },
    again: { type: "boolean", default: false },
    template: { type: "string", multiple: true, default: [] },
  },
});
// What was started ends with this process.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
const engines: EngineName[] = ["embedded", "postgres"];

/** Each part: on which engines, and what it does there. */
const parts: Record<string, { engines: EngineName[]; run: (engine: EngineName) => Promise<Result> }> = {
  kills: { engines, run: (engine) => kills(engine, Number(values.kills)) },
  clock: { engines, run: clock },
  "cut-off": { engines: ["postgres"], run: cutOff },
  pairs: { engines, run: pairs },
  replicas: { engines: ["postgres"], run: replicas },
  stories: { engines, run: (engine) => stories(engine, { runs: Number(values.stories), seed: Number(values.seed) }) },
  mutations: {
    engines: ["embedded"],
    run: () => mutations({ files: values.rules, seconds: Number(values.seconds), again: values.again }),
  },
  fuzz: { engines, run: (engine) => fuzz(engine, { inputs: Number(values.inputs), seed: Number(values.seed) }) },
  templates: { engines: ["embedded"], run: () => arrivals(values.template) },
  soak: { engines, run: (engine) => soak(engine, Number(values.minutes)) },
};

const unknown = positionals.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}. Those there are: ${Object.keys(parts).join(", ")}.`);
  process.exit(1);
}
for (const [name, part] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  for (const engine of part.engines) {
    if (values.engine !== undefined && values.engine !== engine) continue;
    const begun = performance.now();
    const { did, found } = await part
      .run(engine)
      .catch((error: unknown) => ({ did: "broke off", found: [String((error as Error).stack)] }));
    const seconds = Math.round((performance.now() - begun) / 1000);
    console.log(`\n${name}, ${engine}: ${found.length === 0 ? "ok" : "NOT OK"} in ${seconds} s: ${did}`);
    for (const each of found) console.log(`  ${each}`);
    if (found.length > 0) process.exitCode = 1;
  }
}
await stopPostgres();
