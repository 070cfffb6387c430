import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPortMessage, isWindowMessage } from "../../src/frame/index.ts";

describe("message guards", () => {
  it("only a plain object with our ns is ours; nothing throws (EMB-P1)", () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true }), (value) => {
        expect(isWindowMessage(value)).toBe(false);
      }),
    );
    expect(isWindowMessage({ ns: "referrals-embed", type: "hello" })).toBe(true);
    expect(isWindowMessage({ ns: "referrals-embed" })).toBe(false);
  });

  it("no other property is read before ns, and a getter that throws is no message (EMB-P1)", () => {
    const read: string[] = [];
    const spy = new Proxy({ ns: "other", type: "hello" } as object, {
      get: (target, key) => {
        read.push(String(key));
        return Reflect.get(target, key);
      },
    });
    expect(isWindowMessage(spy)).toBe(false);
    expect(read).toEqual(["ns"]);
    const trap = Object.defineProperty({}, "ns", {
      get: () => {
        throw new Error("trap");
      },
    });
    expect(isWindowMessage(trap)).toBe(false);
  });

  it("a port message is anything with a type; the rest is for its reader (EMB-P8)", () => {
    expect(isPortMessage({ type: "new in a later version" })).toBe(true);
    for (const value of [null, undefined, 1, "type", [], { type: 1 }]) expect(isPortMessage(value)).toBe(false);
  });
});
