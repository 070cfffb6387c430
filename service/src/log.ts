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
