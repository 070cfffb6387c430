import { parseArgs } from "node:util";

/** A word a command takes beside its arguments. */
export interface CommandOption {
  /** `true` is a switch, otherwise it takes a value of this name. */
  value: string | true;
  does: string;
}

/** A command of the program, as `--help` shows it. */
export interface Command {
  /** One line for the list. */
  does: string;
  /** Arguments after the name; `<required>`, `[optional]`, `...` for several. */
  takes?: string;
  options?: Readonly<Record<string, CommandOption>>;
  /** More lines for the command's own help. */
  more?: string;
  run(given: Given): Promise<void>;
}

/** What a command was called with. */
export interface Given {
  name: string;
  /** Where it was typed; paths are relative to it. */
  cwd: string;
  args: string[];
  options: Readonly<Record<string, string | true | undefined>>;
}

/** What a command prints, and how its process ends. */
export interface Done {
  text: string;
  exitCode: number;
}

/** A call that cannot be understood; its message is the one line that is printed. */
export class UsageError extends Error {}

/**
 * Reads the words after a command's name.
 * @throws UsageError for an unknown option, a missing value, too few or too many arguments
 */
export function readGiven(name: string, command: Command, words: string[]): Given {
  const known = Object.entries(command.options ?? {});
  const options = Object.fromEntries(
    known.map(([option, { value }]) => [option, { type: value === true ? ("boolean" as const) : ("string" as const) }]),
  );
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    checkCount(command.takes ?? "", positionals.length);
    return { name, cwd: process.cwd(), args: positionals, options: values as Given["options"] };
  } catch (error) {
    throw new UsageError(`${(error as Error).message} See: referrals-service ${name} --help`);
  }
}

function checkCount(takes: string, count: number): void {
  const wanted = takes.split(" ").filter((word) => word !== "");
  const least = wanted.filter((word) => word.startsWith("<")).length;
  const most = takes.includes("...") ? Infinity : wanted.length;
  if (count < least) throw new Error(`It takes ${takes}.`);
  if (count > most) throw new Error(most === 0 ? "It takes no arguments." : `It takes ${takes} only.`);
}

/** The help of one command. */
export function helpOf(name: string, { does, takes, options = {}, more }: Command): string {
  const rows = Object.entries(options).map(([option, { value, does }]): [string, string] => [
    value === true ? `--${option}` : `--${option} <${value}>`,
    does,
  ]);
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return [
    `referrals-service ${[name, takes, rows.length > 0 && "[options]"].filter(Boolean).join(" ")}`,
    "",
    `  ${does}.`,
    ...(more ? ["", ...more.split("\n").map((line) => `  ${line}`)] : []),
    ...(rows.length > 0 ? ["", ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)] : []),
  ].join("\n");
}
