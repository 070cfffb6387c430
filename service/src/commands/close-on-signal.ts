/** Longest end in milliseconds: below the half minute after which service managers kill. */
const END_MS = 20_000;

/**
 * Closes the service on SIGINT or SIGTERM, once, within a total time limit: answered data is on disk, so a forced end loses nothing. A
 * second signal ends the process at once.
 */
export function closeOnSignal(close: () => Promise<void>, withinMs = END_MS): void {
  let closing = false;
  const end = (): void => {
    if (closing) process.exit(130);
    closing = true;
    setTimeout(() => {
      console.error(`The end took longer than ${withinMs / 1000} s and was cut. What was answered is kept.`);
      process.exit(1);
    }, withinMs);
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error instanceof Error ? error.message : String(error));
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
}
