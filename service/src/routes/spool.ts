import { open, rm, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";

const inMemory = 1024 * 1024;

/** Text that is written faster than it is read: in memory up to 1 MiB, then in an unlinked file. */
export interface Spool {
  write(text: string): Promise<void>;
  /** What was written, to be read once. */
  read(): ReadableStream<Uint8Array>;
  /** Discards everything unread. */
  discard(): Promise<void>;
}

/** An empty spool. */
export function createSpool(): Spool {
  let chunks: Buffer[] = [];
  let size = 0;
  let file: FileHandle | undefined;

  const discard = async (): Promise<void> => {
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
    chunks = [];
    size = 0;
  };

  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      if (file) {
        await spill();
        yield* file.createReadStream({ start: 0, autoClose: false });
      } else yield* chunks;
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
