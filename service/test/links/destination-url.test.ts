import { describe, expect, it } from "vitest";
import { destinationUrl } from "referrals-embed/rules";

describe("a destination URL (api §11.2)", () => {
  it.each([
    ["https://example.com/a?b=c#d", "https://example.com/a?b=c#d"],
    ["  https://example.com/%7Euser?q=a+b  ", "https://example.com/%7Euser?q=a+b"],
    ["HTTP://EXAMPLE.com", "HTTP://EXAMPLE.com"],
    ["example.com", "https://example.com"],
    ["example.com:8080/path", "https://example.com:8080/path"],
    ["myapp://open/1", "myapp://open/1"],
  ])("stores %s as %s", (given, stored) => {
    expect(destinationUrl("url", given)).toBe(stored);
  });

  it.each(["", "nodot", "has blank.com", "https://", "http://[", "https://exa\u0000mple.com", "java\nscript:alert(1)"])(
    "refuses %j as no URL",
    (given) => {
      expect(() => destinationUrl("geo.DE", given)).toThrow(/^invalid_format: geo\.DE: /);
    },
  );

  it.each([
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:x",
  ])("refuses the scheme of %s", (given) => {
    expect(() => destinationUrl("url", given)).toThrow(/must not use the scheme/);
  });

  it.each([
    "https://fernweh.example\\@evil.example/",
    "https:/\\evil.example/",
    "https:\\\\evil.example",
    "https:///evil.example",
    "https:evil.example",
    "HTTP:/evil.example",
  ])("refuses %s, whose host is another one to another reader (T19)", (given) => {
    expect(() => destinationUrl("url", given)).toThrow(/^invalid_format: url: must /);
  });

  it.each(["https://a.example/\u202egpj.exe", "https://a.example/\u2066x", "https://a.example/\u0085"])(
    "refuses %j, which reads as another address",
    (given) => {
      expect(() => destinationUrl("url", given)).toThrow(/^invalid_format: url: must be a URL/);
    },
  );

  it("takes a backslash behind the host, where it is data", () => {
    expect(destinationUrl("url", "https://a.example/p?q=\\x")).toBe("https://a.example/p?q=\\x");
  });

  it("refuses more than 8192 characters", () => {
    expect(() => destinationUrl("url", `https://example.com/${"a".repeat(8192)}`)).toThrow(/^too_big: url: /);
  });
});
