import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { ways } from "../bounds.ts";
import { UsageError } from "./command.ts";

/**
 * The pieces of a text file. All of it is checked before the first one: a file in another encoding would else be stored with wrong letters,
 * or refused after half of it was.
 * @throws UsageError
 */
export async function* textOf(path: string): AsyncGenerator<string> {
  await mustBeUtf8(path);
  for await (const piece of piecesOf(createReadStream(path, "utf8"), path)) yield piece as string;
}

/** A text file as a whole. @throws UsageError */
export async function wholeTextOf(path: string): Promise<string> {
  const { size } = await stat(path).catch(unreadable(path));
  if (size > ways.file.bytes) {
    throw new UsageError(`${path} has ${size} bytes; ${ways.file.bytes} can be read. Divide it.`);
  }
  await mustBeUtf8(path);
  return readFile(path, "utf8").catch(unreadable(path));
}

/** @throws UsageError for a file that cannot be read, and with the line of the first bytes that are not UTF-8 */
export async function mustBeUtf8(path: string): Promise<void> {
  let line = 1;
  /** The begun character at the end of the last piece. */
  let begun: Buffer = Buffer.alloc(0);
  for await (const piece of piecesOf(createReadStream(path), path)) {
    const bytes = Buffer.concat([begun, piece as Buffer]);
    const complete = bytes.subarray(0, bytes.length - begunAtEnd(bytes));
    if (!isUtf8(complete)) throw notUtf8(path, line + linesBeforeWrong(complete));
    line += linesIn(complete);
    begun = bytes.subarray(complete.length);
  }
  if (begun.length > 0) throw notUtf8(path, line);
}

/** How many bytes at the end are the start of a character. */
function begunAtEnd(bytes: Buffer): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count += 1) {
    const byte = bytes[bytes.length - count] ?? 0;
    if (byte >= 0x80 && byte < 0xc0) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > count ? count : 0;
  }
  return 0;
}

const lineFeed = 0x0a;

function linesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) count += 1;
  return count;
}

function linesBeforeWrong(bytes: Buffer): number {
  let count = 0;
  for (let from = 0; ; count += 1) {
    const end = bytes.indexOf(lineFeed, from);
    if (end === -1 || !isUtf8(bytes.subarray(from, end))) return count;
    from = end + 1;
  }
}

function notUtf8(path: string, line: number): UsageError {
  return new UsageError(
    `${path} is not in UTF-8: line ${line} has other letters. Save it as UTF-8 (a spreadsheet as "CSV UTF-8") and call again. Nothing was changed.`,
  );
}

async function* piecesOf(stream: AsyncIterable<unknown>, path: string): AsyncGenerator {
  try {
    yield* stream;
  } catch (error) {
    unreadable(path)(error as NodeJS.ErrnoException);
  }
}

function unreadable(path: string): (error: NodeJS.ErrnoException) => never {
  return ({ code }) => {
    throw new UsageError(`${path} cannot be read: ${code}.`);
  };
}
