import pino, { type DestinationStream, type Logger } from "pino";

/**
 * Structured logs on standard output, or to `to`. Tokens, keys, passwords and addresses of people are cut out wherever a field
 * carries them; query strings of the embed page never reach a log at all.
 */
export function createLog(level: string, to: DestinationStream = pino.destination(1)): Logger {
  const options = {
    level,
    base: null,
    redact: {
      paths: [
        "authorization",
        "token",
        "password",
        "secret",
        "email",
        "*.authorization",
        "*.token",
        "*.password",
        "*.secret",
        "*.email",
        // What a database error repeats of the row it refused.
        "err.detail",
        "err.where",
      ],
      censor: "[hidden]",
    },
  };
  return pino(options, to);
}

/**
 * Tells of errors, of those that say the same only the first in each `pauseMs`, with how many were left out since the last one: what
 * fails for every visitor must not fill the disk with lines.
 * @param tell gets the error, and how often it happened untold
 */
export function throttleRepeats(
  tell: (error: unknown, untold: number) => void,
  { now, pauseMs }: { now: () => number; pauseMs: number },
): (error: unknown) => void {
  let last = { says: "", at: -Infinity };
  let untold = 0;
  return (error) => {
    const says = error instanceof Error ? error.message : String(error);
    const at = now();
    if (says === last.says && at - last.at < pauseMs) {
      untold += 1;
      return;
    }
    tell(error, untold);
    last = { says, at };
    untold = 0;
  };
}
