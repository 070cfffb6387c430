import { ways } from "../bounds.ts";
import { UsageError } from "./command.ts";

/** A row of a file: the line it begins at, and its values by the names of the header. */
export interface CsvRow {
  line: number;
  values: Record<string, string>;
}

/** The rows of a CSV text by its header. @throws UsageError */
export function readCsv(text: string): Record<string, string>[] {
  const reader = csvReader();
  return [...reader.read(text), ...reader.end()].map(({ values }) => values);
}

/** Streams the rows of a CSV file. @throws UsageError */
export async function* csvRows(chunks: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const reader = csvReader();
  for await (const chunk of chunks) yield* reader.read(chunk);
  yield* reader.end();
}

/** Reads CSV piece by piece: commas, quotes doubled within quotes, any line ends, empty lines left out. */
function csvReader() {
  let header: string[] | undefined;
  let row: string[] = [];
  let field = "";
  let size = 0;
  let line = 1;
  /** Where the row began. */
  let begun = 1;
  let isQuoted = false;
  /** The last character: the meaning of a quote or line feed depends on it, also across two pieces. */
  let before = "";

  const endRow = (): CsvRow[] => {
    const values = [...row, field];
    const at = begun;
    begun = line;
    row = [];
    field = "";
    size = 0;
    if (values.every((value) => value === "")) return [];
    if (header) {
      const names = header;
      return [{ line: at, values: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""])) }];
    }
    header = values.map((name) => name.replace(/^\uFEFF/, "").trim());
    return [];
  };

  /** @returns whether a row ends here */
  const take = (character: string): boolean => {
    const last = before;
    before = character;
    if (character === "\n" && last === "\r") return false;
    if (character === '"') {
      if (!isQuoted && last === '"') field += '"';
      isQuoted = !isQuoted;
      return false;
    }
    const isEnd = character === "\n" || character === "\r";
    if (isEnd) line += 1;
    if (isQuoted) field += isEnd ? "\n" : character;
    else if (character === ",") {
      row.push(field);
      field = "";
      if (!header && row.length >= ways.csv.columns) throw tooManyColumns();
    } else if (!isEnd) field += character;
    return isEnd && !isQuoted;
  };

  return {
    read(text: string): CsvRow[] {
      if (line === 1 && size === 0 && /^.\0/su.test(text)) throw utf16();
      const rows: CsvRow[] = [];
      for (const character of text) {
        size += 1;
        // Otherwise an unclosed quote would read the whole file into memory.
        if (size > ways.csv.row) throw tooLong(begun, isQuoted);
        if (take(character)) rows.push(...endRow());
      }
      return rows;
    },
    end(): CsvRow[] {
      if (isQuoted) throw unclosed(begun);
      return endRow();
    },
  };
}

function tooManyColumns(): UsageError {
  return new UsageError(
    `The file has more than ${ways.csv.columns} columns, the most that can be read. Leave out those that are not needed.`,
  );
}

/** UTF-16 without a mark, where every second byte is 0: as bytes it is valid UTF-8. */
function utf16(): UsageError {
  return new UsageError('The file is in UTF-16. Save it as "CSV UTF-8" and call again.');
}

function tooLong(line: number, isQuoted: boolean): UsageError {
  const why = isQuoted ? " Perhaps a quote is not closed." : "";
  return new UsageError(
    `The row at line ${line} has more than ${ways.csv.row} characters, the most that can be read.${why}`,
  );
}

function unclosed(line: number): UsageError {
  return new UsageError(`The row at line ${line} is not CSV: a quote is not closed.`);
}
