import {
  appendFileSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { disk, type Disk } from "../../src/store/journal/disk.ts";
import { decodeFrames, encodeFrame } from "../../src/store/journal/frames.ts";
import { Journal } from "../../src/store/journal/journal.ts";
import type { Position } from "../../src/store/journal/segments.ts";

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "referrals-journal-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const append = (journal: Journal, record: string): Promise<void> =>
  new Promise((resolve, reject) => journal.append(record, (error) => (error ? reject(error) : resolve())));

const readAll = async (journal: Journal, from: Position = { segment: 0, offset: 0 }): Promise<string[]> => {
  const chunk = await journal.read(from);
  return chunk ? [...chunk.records, ...(await readAll(journal, chunk.next))] : [];
};

const segmentFile = (): string =>
  join(directory, readdirSync(directory).find((name) => name.endsWith(".journal")) ?? "");

describe("frames", () => {
  const line = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !text.includes("\n"));
  const batches = fc.array(fc.array(line, { minLength: 1, maxLength: 5 }), { maxLength: 5 });

  it("read back exactly what was written, whole frames only, wherever the bytes end", () => {
    fc.assert(
      fc.property(batches, fc.nat(), (written, cut) => {
        const frames = written.map(encodeFrame);
        const bytes = Buffer.concat(frames);
        const torn = bytes.subarray(0, bytes.length === 0 ? 0 : cut % (bytes.length + 1));
        const { records, bytes: read } = decodeFrames(torn);
        let whole = 0;
        let length = 0;
        while (whole < frames.length && length + frames[whole]!.length <= torn.length)
          length += frames[whole++]!.length;
        expect(records).toEqual(written.slice(0, whole).flat());
        expect(read).toBe(length);
      }),
    );
  });

  it("are not read when a byte was damaged", () => {
    const frame = encodeFrame(["a record", "another"]);
    for (let at = 8; at < frame.length; at++) {
      const damaged = Buffer.from(frame);
      damaged[at]! ^= 1;
      expect(decodeFrames(damaged)).toMatchObject({ records: [], broken: true });
    }
  });
});

/** Whether a file is open with O_DSYNC; only Linux can be asked. */
const isSynced = (file: number): boolean => {
  if (process.platform !== "linux") return true;
  const flags = Number.parseInt(
    /flags:\s*(\d+)/.exec(readFileSync(`/proc/self/fdinfo/${file}`, "utf8"))?.[1] ?? "0",
    8,
  );
  return (flags & constants.O_DSYNC) === constants.O_DSYNC;
};

describe("a journal", () => {
  it("answers an append only after its bytes are on the medium: its files are opened with O_DSYNC", async () => {
    const done: string[] = [];
    const watched: Disk = {
      ...disk,
      write: (file, bytes, position, next) => {
        if (isSynced(file)) done.push("opened for synced writes");
        disk.write(file, bytes, position, (error) => (done.push("written"), next(error)));
      },
    };
    const journal = new Journal(directory, watched);
    await append(journal, "a").then(() => done.push("answered"));
    expect(done).toEqual(["opened for synced writes", "written", "answered"]);
    await journal.close();
  });

  it("answers all that came together with one write", async () => {
    let writes = 0;
    const journal = new Journal(directory, {
      ...disk,
      write: (...args) => {
        writes += 1;
        disk.write(...args);
      },
    });
    await Promise.all(Array.from({ length: 100 }, (_, i) => append(journal, `record ${i}`)));
    expect(writes).toBe(1);
    expect(await readAll(journal)).toHaveLength(100);
    await journal.close();
  });

  it("is read in order by the next process, and goes on in a new segment", async () => {
    const first = new Journal(directory);
    for (const record of ["a", "b"]) await append(first, record);
    await first.close();
    const second = new Journal(directory);
    await append(second, "c");
    expect(second.id).toBe(first.id);
    expect(await readAll(second)).toEqual(["a", "b", "c"]);
    await second.close();
  });

  it("drops a torn tail and nothing else", async () => {
    const first = new Journal(directory);
    for (const record of ["a", "b"]) await append(first, record);
    await first.close();
    const whole = readFileSync(segmentFile());
    appendFileSync(segmentFile(), encodeFrame(["torn"]).subarray(0, 10));
    const second = new Journal(directory);
    expect(await readAll(second)).toEqual(["a", "b"]);
    await second.close();
    truncateSync(segmentFile(), whole.length - 1);
    const third = new Journal(directory);
    await append(third, "c");
    expect(await readAll(third)).toEqual(["a", "c"]);
    await third.close();
  });

  it("refuses what the disk did not take, and goes on after it in a new segment", async () => {
    let failing = false;
    const journal = new Journal(directory, {
      ...disk,
      write: (file, bytes, at, next) =>
        disk.write(file, bytes, at, (error) => next(failing ? new Error("EIO") : error)),
    });
    await append(journal, "kept");
    failing = true;
    await expect(append(journal, "refused")).rejects.toThrow("EIO");
    failing = false;
    await append(journal, "later");
    expect(await readAll(journal)).toEqual(["kept", "later"]);
    await journal.close();
  });

  it("refuses every append while its directory takes no file, and none after", async () => {
    const journal = new Journal(directory);
    writeFileSync(`${directory}.kept`, readFileSync(join(directory, "id")));
    rmSync(directory, { recursive: true });
    await expect(append(journal, "refused")).rejects.toThrow("ENOENT");
    await journal.close();
    rmSync(`${directory}.kept`);
  });

  it("is open in one process only", async () => {
    const journal = new Journal(directory);
    expect(() => new Journal(directory)).toThrow("is in use by process");
    await journal.close();
  });

  it("reads a record larger than a chunk", async () => {
    const journal = new Journal(directory);
    const large = "x".repeat(2_000_000);
    await append(journal, large);
    await append(journal, "small");
    expect(await readAll(journal)).toEqual([large, "small"]);
    await journal.close();
  });

  it("forgets the segments that were moved elsewhere", async () => {
    const first = new Journal(directory);
    await append(first, "a");
    await first.close();
    const second = new Journal(directory);
    await append(second, "b");
    second.forget({ segment: second.end.segment, offset: 0 });
    expect(await readAll(second)).toEqual(["b"]);
    expect(readdirSync(directory).filter((name) => name.endsWith(".journal"))).toHaveLength(1);
    await second.close();
  });
});
