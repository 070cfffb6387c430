import { expect, it } from "vitest";
import { knownFrom, mayName, outranks, vouches, weakest } from "../../src/domain/rules/provenance.ts";

it("only the owner, what the owner imported and a person are believed (A16, J7)", () => {
  const believed = ["import", "provider-server", "server", "person"] as const;
  expect(believed.map(vouches)).toEqual([true, true, true, true]);
  expect((["page", "provider-buyer"] as const).map(vouches)).toEqual([false, false]);
});

it("no source outranks itself, and a statement is as strong as the weakest it depends on (J7)", () => {
  expect(outranks("server", "server")).toBe(false);
  expect(weakest("server", "page", "person")).toBe("page");
  expect(weakest("page", "server")).toBe("page");
});

it("a page names the partner of nobody whom the owner knows (A16, J7)", () => {
  const [ofServer, ofPage] = [{ unverified: false }, { unverified: true }];
  expect([knownFrom(ofServer), knownFrom(ofPage)]).toEqual(["server", "page"]);
  expect([null, ofPage, ofServer].map((customer) => mayName("page", customer))).toEqual([true, true, false]);
  expect([null, ofPage, ofServer].map((customer) => mayName("server", customer))).toEqual([true, true, true]);
});
