import type { Log } from "./app-deps.ts";
import pino, { type DestinationStream, type Logger } from "pino";

/**
 * Structured logs on standard output, or to `to`. Tokens, keys, passwords and people's addresses are removed from every field; query
 * strings of the embed page are never logged.
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
        // Fields of a database error that repeat the refused row.
        "err.detail",
        "err.where",
      ],
      censor: "[hidden]",
    },
  };
  return pino(options, to);
}

/** How often the same error is logged, and how many different errors are distinguished. */
const PAUSE_MS = 1_000;
const MOST_KINDS = 100;

/**
 * A log that writes equal errors once a second, with the number left out: an error of every visitor must not fill the disk. Different
 * numbers and ids do not make errors different; beyond a hundred kinds a second the rest counts as one.
 */
export function throttledLog(log: Log, now: () => number): Log {
  const kinds = new Map<string, { at: number; untold: number }>();
  const kindOf = (fields: object, message: string): string => {
    const kind = `${message} ${reasonOf(fields)}`.replace(/[\w-]*\d[\w-]*/g, "#").slice(0, 300);
    if (kinds.has(kind) || kinds.size < MOST_KINDS) return kind;
    for (const [name, { at }] of kinds) if (now() - at >= PAUSE_MS) kinds.delete(name);
    return kinds.size < MOST_KINDS ? kind : "others";
  };
  return {
    error(fields, message) {
      const kind = kindOf(fields, message);
      const last = kinds.get(kind);
      if (last && now() - last.at < PAUSE_MS) {
        last.untold += 1;
        return;
      }
      log.error({ ...fields, ...(last && last.untold > 0 && { untold: last.untold }) }, message);
      kinds.set(kind, { at: now(), untold: 0 });
    },
  };
}

function reasonOf(fields: object): string {
  const { err } = fields as { err?: unknown };
  return err instanceof Error ? err.message : String(err ?? "");
}
