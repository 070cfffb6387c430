import { parseArgs } from "node:util";
import { listSettings } from "../config.ts";

/** An option of a command. */
export interface CommandOption {
  /** `true` is a switch, otherwise it takes a value of this name. */
  value: string | true;
  does: string;
}

/** A command of the program, as `--help` shows it. */
export interface Command {
  /** One line for the list. */
  does: string;
  /** Left out of the list, which is as long as a terminal: the command beside it names it. */
  isBeside?: true;
  /** Arguments after the name; `<required>`, `[optional]`, `...` for several. */
  takes?: string;
  options?: Readonly<Record<string, CommandOption>>;
  /** More lines for the command's own help. */
  more?: string;
  run(given: Given): Promise<void>;
}

/** The arguments of a call. */
export interface Given {
  name: string;
  /** The operator's directory; paths are relative to it. */
  cwd: string;
  args: string[];
  options: Readonly<Record<string, string | true | undefined>>;
}

/** What a command prints, and how its process ends. */
export interface Done {
  text: string;
  exitCode: number;
}

/** An invalid call; its message is the one line printed. */
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
    const { values, positionals } = parseArgs({ args: joined(words, options), options, allowPositionals: true });
    checkCount(command.takes ?? "", positionals.length);
    return { name, cwd: process.cwd(), args: positionals, options: values as Given["options"] };
  } catch (error) {
    throw new UsageError(`${inWords(error as NodeJS.ErrnoException)} See: referrals-service ${name} --help`);
  }
}

/** What is wrong with the words; Node's own sentence for an unknown option speaks of positional arguments. */
function inWords({ code, message }: NodeJS.ErrnoException): string {
  const [, option = ""] = /'(--?[^' ]+)/.exec(message) ?? [];
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
    const setting = option.slice(2).toUpperCase().replaceAll("-", "_");
    const isSetting = listSettings().some(({ name }) => name === setting);
    return `There is no option ${option}.${isSetting ? ` It is a setting, an environment variable: ${setting}=…` : ""}`;
  }
  return message.endsWith(".") ? message : `${message}.`;
}

/** The words with a negative number joined to its option as `--amount=-5`: alone it would be parsed as an option. */
function joined(words: readonly string[], options: Readonly<Record<string, { type: string }>>): string[] {
  return words.reduce<string[]>((done, word) => {
    const option = done.at(-1);
    const takesValue = option?.startsWith("--") === true && options[option.slice(2)]?.type === "string";
    return takesValue && /^-\d/.test(word) ? [...done.slice(0, -1), `${option}=${word}`] : [...done, word];
  }, []);
}

function checkCount(takes: string, count: number): void {
  const wanted = takes.split(" ").filter((word) => word !== "");
  const least = wanted.filter((word) => word.startsWith("<")).length;
  const most = takes.includes("...") ? Infinity : wanted.length;
  if (count < least) throw new Error(`It takes ${takes}.`);
  if (count > most) throw new Error(most === 0 ? "It takes no arguments." : `It takes ${takes} only.`);
}

/** Columns of the smallest usual terminal. */
const columns = 80;

/** The help of one command, as wide as a terminal. */
export function helpOf(name: string, { does, takes, options = {}, more }: Command): string {
  const rows = Object.entries(options).map(([option, { value, does }]): [string, string] => [
    value === true ? `--${option}` : `--${option} <${value}>`,
    does,
  ]);
  const usage = ["referrals-service", name, takes, rows.length > 0 && "[options]"].filter(Boolean).join(" ");
  return [
    ...wrapped(usage, 2).map((line, index) => (index === 0 ? line.trimStart() : line)),
    "",
    ...wrapped(`${does}.`, 2),
    ...(more
      ? ["", ...more.split("\n\n").flatMap((part, index) => [...(index > 0 ? [""] : []), ...fitted(part)])]
      : []),
    ...(rows.length > 0 ? ["", ...helpRows(rows)] : []),
  ].join("\n");
}

/** Names with what they do, in two columns. */
export function helpRows(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.flatMap(([left, right]) => {
    const [first = "", ...rest] = wrapped(right, width + 4);
    return [`  ${left.padEnd(width)}  ${first.trimStart()}`, ...rest];
  });
}

/** A paragraph of a help text: prose is wrapped again, lines in columns are kept. */
function fitted(part: string): string[] {
  const lines = part.split("\n");
  const table = lines.map((line) => /^(\S+) {2,}(\S.*)$/.exec(line));
  const rows = table.flatMap((found): [string, string][] => (found ? [[found[1] ?? "", found[2] ?? ""]] : []));
  if (rows.length === lines.length) return helpRows(rows);
  return lines.some((line) => line.startsWith(" ")) ? lines.map((line) => `  ${line}`) : wrapped(lines.join(" "), 2);
}

/** A text in lines of a terminal's width, each indented. */
function wrapped(text: string, indent: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && indent + line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => `${" ".repeat(indent)}${each}`);
}
