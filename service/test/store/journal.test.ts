import {
  appendFileSync,
  constants,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { disk, type Disk } from "../../src/clicks/journal/disk.ts";
import { Journal, type Damage } from "../../src/clicks/journal/journal.ts";
import { encodeRecords } from "../../src/clicks/journal/records.ts";
import { oldFrame } from "./old-journal.ts";

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "referrals-journal-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const append = (journal: Journal, record: string): Promise<void> =>
  new Promise((resolve, reject) => journal.append(record, (error) => (error ? reject(error) : resolve())));

const readSegment = async (journal: Journal, segment: string, offset = 0): Promise<string[]> => {
  const chunk = await journal.read({ segment, offset }, 100);
  return chunk ? [...chunk.records, ...(await readSegment(journal, segment, chunk.to))] : [];
};

const readAll = async (journal: Journal): Promise<string[]> => {
  const found: string[] = [];
  for (const segment of journal.segments) found.push(...(await readSegment(journal, segment)));
  return found;
};

const segmentFile = (): string =>
  join(directory, readdirSync(directory).find((name) => name.endsWith(".journal")) ?? "");

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
      write: (at, bytes, next) => {
        if (isSynced(at.file)) done.push("opened for synced writes");
        disk.write(at, bytes, (error) => (done.push("written"), next(error)));
      },
    };
    const journal = new Journal(directory, { disk: watched });
    await append(journal, "a").then(() => done.push("answered"));
    expect(done).toEqual(["opened for synced writes", "written", "answered"]);
    await journal.close();
  });

  it("answers all that came together with one write", async () => {
    let writes = 0;
    const counted: Disk = {
      ...disk,
      write: (...args) => {
        writes += 1;
        disk.write(...args);
      },
    };
    const journal = new Journal(directory, { disk: counted });
    await Promise.all(Array.from({ length: 100 }, (_, i) => append(journal, `record ${i}`)));
    expect(writes).toBe(1);
    expect(await readAll(journal)).toHaveLength(100);
    await journal.close();
  });

  it("is read in order by the next process, which writes to a new segment", async () => {
    const first = new Journal(directory);
    for (const record of ["a", "b"]) await append(first, record);
    await first.close();
    const second = new Journal(directory);
    await append(second, "c");
    expect(await readAll(second)).toEqual(["a", "b", "c"]);
    await second.close();
  });

  it("drops a torn tail and nothing else", async () => {
    const first = new Journal(directory);
    for (const record of ["a", "b"]) await append(first, record);
    await first.close();
    const whole = readFileSync(segmentFile());
    appendFileSync(segmentFile(), encodeRecords(["torn"], Buffer.alloc(0)).bytes.subarray(0, 10));
    const second = new Journal(directory);
    expect(await readAll(second)).toEqual(["a", "b"]);
    await second.close();
    truncateSync(segmentFile(), whole.length - 1);
    const third = new Journal(directory);
    await append(third, "c");
    expect(await readAll(third)).toEqual(["a", "c"]);
    await third.close();
  });

  it("refuses records the disk did not take, and continues in a new segment", async () => {
    let failing = false;
    const broken: Disk = {
      ...disk,
      write: (at, bytes, next) => disk.write(at, bytes, (error) => next(failing ? new Error("EIO") : error)),
    };
    const journal = new Journal(directory, { disk: broken });
    await append(journal, "kept");
    failing = true;
    await expect(append(journal, "refused")).rejects.toThrow("EIO");
    failing = false;
    await append(journal, "later");
    expect(await readAll(journal)).toEqual(["kept", "later"]);
    await journal.close();
    const next = new Journal(directory);
    expect(await readAll(next)).toEqual(["kept", "later"]);
    await next.close();
  });

  it("refuses every append while its directory takes no file, and none after", async () => {
    const journal = new Journal(directory);
    rmSync(directory, { recursive: true });
    await expect(append(journal, "refused")).rejects.toThrow("ENOENT");
    await journal.close();
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

  it("never gives a segment's name twice, whatever was removed or copied", async () => {
    const names = new Set<string>();
    const copy = `${directory}-copy`;
    for (let life = 0; life < 6; life++) {
      if (life === 3) cpSync(directory, copy, { recursive: true });
      for (const place of life < 3 ? [directory] : [directory, copy]) {
        const journal = new Journal(place);
        for (const segment of journal.segments) journal.remove(segment);
        await append(journal, "a");
        expect(names).not.toContain(journal.end.segment);
        names.add(journal.end.segment);
        await journal.close();
      }
    }
    rmSync(copy, { recursive: true });
  });

  it("starts a new segment once one is full", async () => {
    const journal = new Journal(directory, { segmentBytes: 100 });
    const records = Array.from({ length: 20 }, (_, i) => `record ${i}`);
    for (const record of records) await append(journal, record);
    expect(journal.segments.length).toBeGreaterThan(2);
    expect(await readAll(journal)).toEqual(records);
    await journal.close();
  });

  it("reads on after damaged bytes, keeps them in a file, and reports them once", async () => {
    const first = new Journal(directory);
    await Promise.all(["a", "damaged", "c"].map((record) => append(first, record)));
    await first.close();
    const bytes = readFileSync(segmentFile());
    const at = bytes.indexOf("damaged");
    bytes[at] = 0x44;
    writeFileSync(segmentFile(), bytes);
    const told: Damage[] = [];
    const second = new Journal(directory, { onDamage: (damage) => told.push(damage) });
    expect(await readAll(second)).toEqual(["a", "c"]);
    expect(await readAll(second)).toEqual(["a", "c"]);
    expect(told).toHaveLength(1);
    expect(readFileSync(told[0]?.file ?? "").toString()).toContain("Damaged");
    expect(second.countDamaged()).toBe(1);
    await second.close();
  });

  it("says that the disk takes no records while it has room only for less than it refused last", async () => {
    let room = 1_000_000;
    const filling: Disk = {
      ...disk,
      write: (at, bytes, next) => (bytes.length > room ? next(new Error("ENOSPC")) : disk.write(at, bytes, next)),
    };
    const journal = new Journal(directory, { disk: filling });
    room = 5_000;
    const written = (text: string): Promise<Error | null> => new Promise((resolve) => journal.append(text, resolve));
    expect((await written("x".repeat(20_000)))?.message).toBe("ENOSPC");
    await expect(journal.checkDisk()).rejects.toThrow("ENOSPC");
    room = 1_000_000;
    await journal.checkDisk();
    expect(await written("x".repeat(20_000))).toBeNull();
    room = 5_000;
    await journal.checkDisk();
    await journal.close();
  });

  it("says whether the disk takes a file", async () => {
    let full = false;
    const filling: Disk = {
      ...disk,
      create: (path) => {
        if (full) throw new Error("ENOSPC");
        return disk.create(path);
      },
    };
    const journal = new Journal(directory, { disk: filling });
    await journal.checkDisk();
    full = true;
    await expect(journal.checkDisk()).rejects.toThrow("ENOSPC");
    full = false;
    await journal.checkDisk();
    expect(readdirSync(directory)).toEqual(["lock"]);
    await journal.close();
  });

  it("opens a directory of an older version: whole frames are read, damaged ones set aside, each record marked for a look", async () => {
    const damaged = oldFrame(["lost", "lost too"]);
    damaged[12] = 0;
    const torn = oldFrame(["torn"]).subarray(0, 10);
    writeFileSync(join(directory, "id"), "01J00000000000000000000000");
    writeFileSync(
      join(directory, "000000000001.journal"),
      Buffer.concat([oldFrame(["a", "b"]), damaged, oldFrame(["c"])]),
    );
    writeFileSync(join(directory, "000000000002.journal"), Buffer.concat([oldFrame(["d"]), torn]));
    for (let start = 0; start < 2; start++) {
      const journal = new Journal(directory);
      expect(await readAll(journal)).toEqual(["a", "b", "c", "d"]);
      expect(journal.segments).toEqual([
        expect.stringMatching(/^000000000001-.*-checked$/),
        expect.stringMatching(/^000000000002-.*-checked$/),
      ]);
      expect(journal.countDamaged()).toBe(1);
      await journal.close();
    }
  });
});
