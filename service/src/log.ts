import type { Log } from "./app-deps.ts";
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

/** How often the same is told, and how many different things are told apart. */
const PAUSE_MS = 1_000;
const MOST_KINDS = 100;

/**
 * A log that tells of errors which say the same only the first in each second, with how many were left out since the last one: what fails
 * for every visitor must not fill the disk with lines. Numbers and ids do not make another error; beyond a hundred kinds in a second
 * the rest counts as one.
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
