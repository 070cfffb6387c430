/** A call without an answer. */
export class NetworkError extends Error {
  override readonly name: string = "NetworkError";
  /** No answer came within the time limit. */
  readonly timedOut: boolean;

  constructor(message: string, timedOut: boolean, cause: unknown) {
    super(message, { cause });
    this.timedOut = timedOut;
  }
}
