import { open, rm, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { ways } from "../bounds.ts";

const inMemory = 1024 * 1024;

/** Files whose clients read them, with their bytes; those that have been read longest come first. */
const beingRead = new Map<() => Promise<void>, number>();

/**
 * Discards the files that have been read longest while all together are too large, and so ends their connections: a client that reads a few
 * bytes now and then would keep its file for as long as it likes, and hundreds of them would fill the disk.
 */
async function discardSlow(mostBytes: number): Promise<void> {
  let total = [...beingRead.values()].reduce((sum, bytes) => sum + bytes, 0);
  for (const [discard, bytes] of [...beingRead].slice(0, -1)) {
    if (total <= mostBytes) return;
    total -= bytes;
    await discard();
  }
}

/** Text that is written faster than it is read: in memory up to 1 MiB, then in an unlinked file. */
export interface Spool {
  write(text: string): Promise<void>;
  /** What was written, to be read once. */
  read(): ReadableStream<Uint8Array>;
  /** Discards everything unread. */
  discard(): Promise<void>;
}

/** An empty spool. */
export function createSpool(mostBytesOfFiles: number = ways.unreadFiles.bytes): Spool {
  let chunks: Buffer[] = [];
  let size = 0;
  let file: FileHandle | undefined;
  let bytesOfFile = 0;

  const discard = async (): Promise<void> => {
    beingRead.delete(discard);
    chunks = [];
    const open = file;
    file = undefined;
    await open?.close();
  };

  const spill = async (): Promise<void> => {
    if (!file) {
      const path = join(tmpdir(), `referrals-${randomUUID()}`);
      file = await open(path, "wx+", 0o600);
      // Unlinks the file at once: a killed process would otherwise leave partners' data in a shared folder.
      await rm(path);
    }
    await file.write(Buffer.concat(chunks));
    bytesOfFile += size;
    chunks = [];
    size = 0;
  };

  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      if (file) {
        await spill();
        beingRead.set(discard, bytesOfFile);
        await discardSlow(mostBytesOfFiles);
        yield* file.createReadStream({ start: 0, autoClose: false });
        // As one piece, which then counts as unread in memory.
      } else yield Buffer.concat(chunks.splice(0));
    } finally {
      await discard();
    }
  }

  return {
    async write(text) {
      const chunk = Buffer.from(text);
      chunks.push(chunk);
      size += chunk.length;
      if (size >= inMemory) await spill();
    },
    read: () => streamed(bytes(), discard),
    discard,
  };
}

/** A stream that reads only on demand, and discards the file when the reader leaves. */
function streamed(bytes: AsyncGenerator<Uint8Array>, discard: () => Promise<void>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await bytes.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await bytes.return(undefined);
      // A generator that was never started does not run its `finally`.
      await discard();
    },
  });
}
