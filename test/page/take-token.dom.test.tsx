import { afterEach, describe, expect, it } from "vitest";
import { takeToken } from "../../src/page/read-address.ts";

afterEach(() => history.replaceState(null, "", "/"));

describe("the address gives its token up at once (EMB-I3)", () => {
  it.each([
    ["?token=one&theme=dark", { token: "one", from: "query" }, "?theme=dark"],
    ["?theme=dark#token=two", { token: "two", from: "fragment" }, "?theme=dark"],
    ["?token=one#token=two&x=1", { token: "one", from: "query" }, "#x=1"],
    ["?token=", undefined, ""],
    ["?theme=dark#here", undefined, "?theme=dark#here"],
  ])("%s", (address, expected, left) => {
    history.replaceState(null, "", `/embed/referrals${address}`);
    expect(takeToken()).toEqual(expected);
    expect(location.search + location.hash).toBe(left);
  });
});
