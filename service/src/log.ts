import pino, { type Logger } from "pino";

/**
 * Structured logs on standard output. Tokens, keys, passwords and addresses of people are cut out wherever a field carries them
 * (domain-rules Y5); query strings of the embed page never reach a log at all.
 */
export function createLog(level: string): Logger {
  return pino({
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
      ],
      censor: "[hidden]",
    },
  });
}
