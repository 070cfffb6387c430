/** Closes what runs on SIGINT or SIGTERM, once; a second signal ends the process at once. */
export function closeOnSignal(close: () => Promise<void>): void {
  let closing = false;
  const end = (): void => {
    if (closing) process.exit(130);
    closing = true;
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
