import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeRecords, encodeRecords } from "../../src/clicks/journal/records.ts";

const none = Buffer.alloc(0);
const record = fc.oneof(fc.string({ unit: "binary" }), fc.json());
const records = fc.array(record, { maxLength: 8 });

const encode = (written: readonly string[]): { bytes: Buffer; ends: number[] } => encodeRecords(written, none);
const decode = (bytes: Buffer): ReturnType<typeof decodeRecords> => decodeRecords(bytes, true, 1_000);
/** Text as UTF-8 carries it: a lone surrogate becomes a replacement character. */
const carried = (text: string): string => Buffer.from(text).toString();

describe("records of a journal", () => {
  it("read back exactly what was written, whole records only, wherever a crash cut the bytes, and call that no damage", () => {
    fc.assert(
      fc.property(records, fc.nat(), (written, cut) => {
        const { bytes, ends } = encode(written);
        const torn = bytes.subarray(0, cut % (bytes.length + 1));
        const whole = ends.filter((end) => end <= torn.length).length;
        const found = decode(torn);
        expect(found.records).toEqual(written.slice(0, whole).map(carried));
        expect(found.ends).toEqual(ends.slice(0, whole));
        expect(found).toMatchObject({ bytes: torn.length, damage: [] });
      }),
    );
  });

  it("cost a flipped bit exactly the record it lies in", () => {
    const written = fc.array(fc.json(), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(written, fc.nat(), fc.nat(7), (texts, place, bit) => {
        const { bytes, ends } = encode(texts);
        const at = place % bytes.length;
        const damaged = Buffer.from(bytes);
        damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
        const hit = ends.findIndex((end) => at < end);
        const found = decode(damaged);
        expect(found.records).toEqual(texts.filter((_, index) => index !== hit));
        expect(found.damage).toEqual([{ from: ends[hit - 1] ?? 0, to: ends[hit] }]);
      }),
      { numRuns: 500 },
    );
  });

  it("cost damage of any bytes only the records it touches", () => {
    fc.assert(
      fc.property(records, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 40 }), (texts, place, noise) => {
        const { bytes, ends } = encode(texts);
        const at = place % (bytes.length + 1);
        const damaged = Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at + noise.length)]);
        const touched = (index: number): boolean =>
          (ends[index - 1] ?? 0) < at + noise.length && at < (ends[index] ?? 0);
        const kept = texts.filter((_, index) => !touched(index)).map(carried);
        expect(decode(damaged).records).toEqual(expect.arrayContaining(kept));
      }),
    );
  });

  it("take zeros at the end of a file for a write that a crash cut short", () => {
    const { bytes, ends } = encode(["first", "second"]);
    bytes.fill(0, (ends[0] ?? 0) + 15);
    expect(decode(bytes)).toMatchObject({ records: ["first"], damage: [], bytes: bytes.length });
  });

  it("ask for more bytes when a record is longer than the buffer", () => {
    const { bytes } = encode(["a record of some length"]);
    for (const size of [1, 11, 12, bytes.length - 1]) {
      const found = decodeRecords(bytes.subarray(0, size), false, 10);
      expect(found).toMatchObject({ records: [], bytes: 0, damage: [] });
      expect(found.wanted).toBeGreaterThan(size);
    }
  });
});
