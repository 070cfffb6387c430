/** A call that got no answer at all. */
export class NetworkError extends Error {
  override readonly name: string = "NetworkError";
  /** No answer came within the time limit. */
  readonly timedOut: boolean;

  constructor(message: string, timedOut: boolean, cause: unknown) {
    super(message, { cause });
    this.timedOut = timedOut;
  }
}

/** Wraps what `fetch` threw. */
export function networkError(cause: unknown, timedOut: boolean): NetworkError {
  const what = timedOut ? "The service did not answer in time." : "The service could not be reached.";
  return new NetworkError(`${what} Check the address and the connection, then try again.`, timedOut, cause);
}
