import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from "../private-files.ts";

const BLOCK = 512;

/**
 * Makes a database's files from a snapshot, a tar of directories and regular files, compressed or not. Writes them beside the final directory and renames it:
 * an interrupted start never leaves half a database.
 */
export function unpackSnapshot(snapshot: string, directory: string): void {
  const fresh = `${directory}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: PRIVATE_DIRECTORY });
  for (const { name, isDirectory, content } of entriesOf(readTar(snapshot))) {
    const path = join(fresh, name);
    if (isDirectory) mkdirSync(path, { recursive: true, mode: PRIVATE_DIRECTORY });
    else writeFileSync(path, content, { mode: PRIVATE_FILE });
  }
  renameSync(fresh, directory);
}

function readTar(path: string): Buffer {
  const bytes = readFileSync(path);
  return path.endsWith(".gz") ? gunzipSync(bytes) : bytes;
}

interface TarEntry {
  name: string;
  isDirectory: boolean;
  content: Uint8Array;
}

/** What a tar holds, up to the empty block that ends it. */
function* entriesOf(tar: Buffer): Generator<TarEntry> {
  const text = (from: number, length: number): string =>
    tar.toString("latin1", from, from + length).split("\0", 1)[0] ?? "";
  for (let at = 0; text(at, 100) !== "";) {
    const size = Number.parseInt(text(at + 124, 12), 8);
    const start = at + BLOCK;
    yield { name: text(at, 100), isDirectory: text(at + 156, 1) === "5", content: tar.subarray(start, start + size) };
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
}
