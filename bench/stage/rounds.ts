import { median } from "./quantiles.ts";
import type { Stage } from "./stage.ts";

/** A request to measure. */
export interface Case {
  title: string;
  /** The row of the table it belongs to, which shows the worst of its cases. */
  row: string;
  /** Makes request number `n` of this case on a stage. */
  request: (stage: Stage, n: number) => Promise<unknown>;
  /** What is done on a stage before each round of the case, and not measured. */
  prepare?: (stage: Stage) => Promise<void>;
  /** Requests in a row per round; default 1. */
  repeat?: number;
  /** Most a median may take on the largest stage, or on the one of a given size, in milliseconds. */
  limit?: { ms: number; size: number };
}

/** A stage and how much data it holds. */
export interface SizedStage {
  stage: Stage;
  size: number;
}

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 7);

/** The median time of a request in milliseconds, per case and stage. */
export async function measureRounds(cases: readonly Case[], stages: readonly SizedStage[]): Promise<number[][]> {
  const times = cases.map(() => stages.map((): number[] => []));
  // Interleaved, so that whatever else the machine does meets all alike; the first round warms up and does not count.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [c, { request, prepare, repeat = 1 }] of cases.entries()) {
      for (const [s, { stage }] of stages.entries()) {
        await prepare?.(stage);
        for (let i = 0; i < repeat; i++) {
          const begun = performance.now();
          await request(stage, round * repeat + i);
          if (round > 0) times[c]![s]!.push(performance.now() - begun);
        }
      }
    }
  }
  return times.map((row) => row.map(median));
}
