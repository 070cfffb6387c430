import { createContext, type Context } from "../domain/context.ts";
import { createIds } from "../domain/ids.ts";
import type { Parts } from "../serve.ts";

/** A simulated past through the real operations: their context at a chosen time. */
export interface Simulation {
  /** Context of the system at the simulated time. */
  ctx: Context;
  /** Moves time; it never goes back, so ids sort as things happened. */
  at(timeMs: number): void;
  /** Names the workspace everything is about. */
  enter(workspaceId: string): void;
}

/** Starts a simulation over the store of a service. Only the demo may set the time of events. */
export function createSimulation({ deps }: Parts, startMs: number): Simulation {
  let nowMs = startMs;
  const clock = { now: () => nowMs };
  const { store, config } = deps;
  const ids = createIds(clock);
  const actor = { type: "system" as const, id: null };
  const simulation: Simulation = {
    // What is played has happened: nobody is told of it by mail.
    ctx: createContext({
      store,
      clock,
      ids,
      config: { ...config, mail: undefined },
      actor,
      workspaceId: "",
      requestId: null,
    }),
    at: (timeMs) => void (nowMs = Math.max(nowMs, Math.floor(timeMs))),
    enter: (workspaceId) => void (simulation.ctx = { ...simulation.ctx, workspaceId }),
  };
  return simulation;
}
