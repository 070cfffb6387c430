import { describe, expect, it } from "vitest";
import { codeSamples, toSource } from "../../src/docs/code-samples.ts";

const api = "https://app.example.com/api";
const [curl, sdk] = [0, 1].map(
  (index) =>
    (...given: [Parameters<typeof codeSamples>[0], Parameters<typeof codeSamples>[1]]) =>
      codeSamples(...given, api)[index]?.source,
) as [(...given: any[]) => string, (...given: any[]) => string | undefined];

describe("a call as code", () => {
  it("names method, path, credential and body for curl, and leaves out what curl does by itself", () => {
    expect(curl("tags.update", { params: { id: "tag_1" }, body: { color: "red" } })).toBe(
      `curl -X PATCH ${api}/tags/tag_1 \\
  -H "Authorization: Bearer $REFERRALS_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "color": "red" }'`,
    );
    expect(curl("tags.create", { body: {} })).toMatch(/^curl https/);
    expect(curl("webhooks.test", { params: { id: "wh_1" } })).toMatch(/^curl -X POST https/);
  });

  it("keeps a quote in a body from ending it", () => {
    expect(curl("tags.create", { body: { name: "Ada's" } })).toContain(`-d '{ "name": "Ada'\\''s" }'`);
  });

  it("gives a query one line per parameter, encoded by curl where it must be", () => {
    expect(curl("links.list", { query: { search: "a b", pageSize: 10 } })).toBe(
      `curl -G ${api}/links \\
  -H "Authorization: Bearer $REFERRALS_API_KEY" \\
  --data-urlencode "search=a b" \\
  -d pageSize=10`,
    );
  });

  it("sends no credential where none is asked for, and stores what is no text", () => {
    expect(curl("qrCodes.get", { query: { url: "https://a.test", format: "svg" } })).toMatch(/-o answer\.svg$/);
    expect(curl("qrCodes.get", { query: {} })).not.toContain("Authorization");
    expect(curl("embed.stream", {})).toContain("$EMBED_TOKEN");
  });

  it("calls the SDK with path parameters first, for operations that take a secret key only", () => {
    expect(sdk("tags.update", { params: { id: "tag_1" }, body: { color: "red" } })).toBe(
      'await referrals.tags.update("tag_1", { color: "red" });',
    );
    expect(sdk("program.get", {})).toBe("await referrals.program.get();");
    expect(sdk("tags.delete", { params: { id: "tag_1" } })).toBe('await referrals.tags.delete("tag_1");');
    expect(sdk("track.click", { body: {} })).toBeUndefined();
    expect(sdk("embed.token", {})).toBeUndefined();
  });
});

describe("a value as code", () => {
  it("stands in one line as long as it fits, then in one per part", () => {
    expect(toSource({ a: [1, 2], "b-c": null })).toBe('{ a: [1, 2], "b-c": null }');
    expect(toSource({ name: "x".repeat(40), other: "y".repeat(40) })).toMatch(
      /^\{\n {2}name: "x+",\n {2}other: "y+"\n\}$/,
    );
    expect(toSource([], { json: true })).toBe("[]");
    expect(toSource({ a: 1 }, { json: true })).toBe('{ "a": 1 }');
  });
});
