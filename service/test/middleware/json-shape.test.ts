import fc from "fast-check";
import { expect, it } from "vitest";
import { ways } from "../../src/bounds.ts";
import { excessOf } from "../../src/middleware/json-shape.ts";
import { parseJson } from "../../src/middleware/read-body.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Values with the containers that hold them, and how deep these are. */
function measure(value: unknown): { parts: number; depth: number } {
  if (typeof value !== "object" || value === null) return { parts: 1, depth: 0 };
  const inner = Object.values(value).map(measure);
  const parts = inner.reduce((sum, one) => sum + one.parts, 1);
  return { parts, depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)) };
}

it("takes any JSON within the bounds, whatever its texts hold, and none that is deeper", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 0, max: 70 }), (value, levels) => {
      const text = `${"[".repeat(levels)}${JSON.stringify(value)}${"]".repeat(levels)}`;
      const { depth } = measure(JSON.parse(text));
      expect(excessOf(bytesOf(text))).toBe(depth > ways.body.depth ? "depth" : undefined);
    }),
  );
});

it.each(["{}", "[]", "0", '"a\\\\\\""', '{"n":1}'])(
  "takes as many parts as a body may have, and not twice as many: %s",
  (part) => {
    const each = measure(JSON.parse(part)).parts;
    const list = (parts: number): string => `[${Array.from({ length: Math.floor(parts / each) }, () => part).join()}]`;
    expect(excessOf(bytesOf(list(ways.body.parts - 2)))).toBeUndefined();
    expect(excessOf(bytesOf(list(4 * ways.body.parts)))).toBe("parts");
  },
);

it.each([
  ["open brackets", "[".repeat(1_000_000), "nested more than 64 levels deep"],
  ["nested lists", "[".repeat(500_000) + "]".repeat(500_000), "nested more than 64 levels deep"],
  ["empty objects", `[${"{},".repeat(330_000)}1]`, "must hold at most 20000 names and values"],
  ["empty lists", `[${"[],".repeat(330_000)}1]`, "must hold at most 20000 names and values"],
  ["short names", `{${'"n":1,'.repeat(170_000)}"m":1}`, "must hold at most 20000 names and values"],
])("refuses a body of %s before it is turned into objects", (_, text, message) => {
  const parse = JSON.parse;
  JSON.parse = () => expect.fail("it was parsed");
  try {
    expect(() => parseJson(bytesOf(text), "application/json")).toThrow(message);
  } finally {
    JSON.parse = parse;
  }
});
