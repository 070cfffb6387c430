/** A line of a paragraph. `isQuoted`: somebody wrote it, in a language that may run the other way. */
export interface MailLine {
  text: string;
  isQuoted: boolean;
}

/** A part of a mail's body. */
export type MailBlock =
  | { type: "text"; lines: MailLine[] }
  | { type: "facts"; facts: { label: string; value: string }[] }
  | { type: "button"; url: string };

type Values = Readonly<Record<string, string | null>>;

const slot = /\{(\w+)\}/g;
/** `Clicks: {clicks}`, with the colon of any language. */
const fact = /^(.{1,60}?)\s*[:：]\s*\{(\w+)\}$/u;

/** One line with its slots filled; what people wrote never brings a second one. */
export function fillLine(text: string, values: Values): string {
  return text.replace(slot, (_, name: string) => oneLine(values[name] ?? ""));
}

/** A text without what moves the reader or the reading machine to another line or direction. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, "")
    .trim();
}

/**
 * The parts of a body. A line with a slot that nothing is known of is left out, and a paragraph without lines. A paragraph of lines such as
 * `Clicks: {clicks}` is a list of facts, `{link}` alone a button.
 */
export function mailBlocks(body: string, values: Values): MailBlock[] {
  return body
    .trim()
    .split(/\n\s*\n/)
    .flatMap((paragraph) =>
      blockOf(
        paragraph.split("\n").map((line) => line.trim()),
        values,
      ),
    );
}

function blockOf(written: readonly string[], values: Values): MailBlock[] {
  const lines = written.filter((line) => [...line.matchAll(slot)].every(([, name = ""]) => values[name] != null));
  if (lines.length === 0) return [];
  if (lines.length === 1 && lines[0] === "{link}") return [{ type: "button", url: values["link"] ?? "" }];
  const facts = lines.flatMap((line) => {
    const [, label, name = ""] = fact.exec(line) ?? [];
    return label === undefined ? [] : [{ label, value: oneLine(values[name] ?? "") }];
  });
  if (facts.length === lines.length) return [{ type: "facts", facts }];
  return [{ type: "text", lines: lines.flatMap((line) => fillParagraph(line, values)) }];
}

/** A slot alone in its line, such as a reviewer's note, keeps the lines it was written in. */
function fillParagraph(line: string, values: Values): MailLine[] {
  const [, alone] = /^\{(\w+)\}$/.exec(line) ?? [];
  if (alone === undefined) return [{ text: fillLine(line, values), isQuoted: false }];
  const written = (values[alone] ?? "").split(/\r\n|\r|\n/);
  return written.map((text) => ({ text: oneLine(text), isQuoted: true }));
}
