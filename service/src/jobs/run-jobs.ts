import { setMaxListeners } from "node:events";

/** Repeated work beside requests. */
export interface Job {
  name: string;
  /** Pause after a round that found nothing to do, in ms. */
  pauseMs: number;
  /** One short round; answers how much it did. After a round with work the next one starts at once. */
  run: () => Promise<number>;
}

/**
 * Runs jobs until stopped. A failed round is reported and retried after the pause: no job ends the service.
 * @returns a function that ends the jobs and resolves after the running rounds
 */
export function runJobs(jobs: readonly Job[], onError: (error: unknown, job: string) => void): () => Promise<void> {
  const stop = new AbortController();
  // Each job that pauses listens; Node takes more than ten listeners for a leak and prints a warning.
  setMaxListeners(jobs.length, stop.signal);
  const loops = jobs.map((job) => loop(job, stop.signal, onError));
  return async () => {
    stop.abort();
    await Promise.all(loops);
  };
}

async function loop(job: Job, signal: AbortSignal, onError: (error: unknown, job: string) => void): Promise<void> {
  while (!signal.aborted) {
    const done = await job.run().catch((error: unknown) => {
      if (!signal.aborted) onError(error, job.name);
      return 0;
    });
    if (done === 0) await pause(job.pauseMs, signal);
  }
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, delayMs);
    signal.addEventListener("abort", done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}
