import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { referralsEmbedIframe, referralsEmbedUrl } from "../../src/frame/index.ts";
import { otherThemeOptions } from "../theme-option-values.ts";

const token = "ref_embed_secret";

/** Attributes of the one frame, as a browser would read them. */
function attributes(html: string): Record<string, string> {
  expect(html).toMatch(/^<iframe( [a-z-]+="[^"<>]*")+><\/iframe>$/);
  const decode = (text: string): string => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  return Object.fromEntries(
    [...html.matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(([, name, value]) => [name, decode(value as string)]),
  );
}
const query = (url: string): URLSearchParams => new URL(url, "https://host.example").searchParams;

describe("referralsEmbedUrl", () => {
  it("puts every option into the query and reads back the same (EMB-I7)", () => {
    const url = referralsEmbedUrl({
      token,
      appUrl: "https://app.example.com/",
      data: "analytics",
      theme: "system",
      locale: "pt-BR",
      sections: ["links", "overview"],
      themeOptions: {
        backgroundColor: { light: "#fff", dark: "#000000" },
        fontSize: 15,
        density: "compact",
        chartColors: ["#123456"],
      },
    });
    expect(url.startsWith("https://app.example.com/embed/referrals?")).toBe(true);
    expect(Object.fromEntries(query(url))).toEqual({
      token,
      data: "analytics",
      theme: "system",
      locale: "pt-BR",
      sections: "links,overview",
      themeOptions:
        '{"backgroundColor":{"light":"#fff","dark":"#000000"},"fontSize":15,"density":"compact","chartColors":["#123456"]}',
    });
  });

  it.each(Object.entries(otherThemeOptions))("keeps what the option %s says (EMB-I7)", (name, value) => {
    const url = referralsEmbedUrl({ token, themeOptions: { [name]: value } });
    expect(JSON.parse(query(url).get("themeOptions") ?? "")).toEqual({ [name]: value });
  });

  it("keeps the token out of the query when asked (EMB-I7)", () => {
    const url = referralsEmbedUrl({ token: "a b&c", tokenIn: "fragment", theme: "dark" });
    expect(url).toBe("/embed/referrals?theme=dark#token=a%20b%26c");
  });

  it.each([
    "javascript:alert(1)",
    "http://app.example.com",
    "https://user:pass@app.example.com",
    "https://user@app.example.com/@team",
    "http://localhost:1@evil.example/",
    "http://localhost123/",
    "https://app.example.com?x=1",
    "https://app.example.com/#x",
    "data:text/html,x",
    "not an address",
    "/referrals",
    "http://localhost.evil.example",
  ])("refuses %s as appUrl (EMB-A7)", (appUrl) => {
    expect(() => referralsEmbedUrl({ token, appUrl })).toThrow(new TypeError("appUrl must be like https://host."));
  });

  it.each([
    "http://localhost:4400",
    "http://127.0.0.1:1",
    "http://[::1]:8080",
    "https://app.example.com/base/",
    "https://app.example.com/@team/app",
    "http://localhost/@team",
  ])("takes %s (EMB-A7)", (appUrl) => {
    expect(referralsEmbedUrl({ token, appUrl })).toContain("/embed/referrals?token=");
  });

  it("lets no text into themeOptions but colours, fonts and densities (EMB-I7)", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const { backgroundColor, fontFamily } = JSON.parse(
          query(referralsEmbedUrl({ token, themeOptions: { backgroundColor: text, fontFamily: text } })).get(
            "themeOptions",
          ) ?? "{}",
        );
        expect(backgroundColor ?? "transparent").toMatch(/^(#[\da-f]+|[a-z]+\([^;<>"']*\)|transparent)$/i);
        expect(fontFamily ?? "none").toMatch(/^[\w\s,"'-]+$/);
      }),
    );
  });
});

describe("referralsEmbedIframe", () => {
  it("prints one frame with everything it needs (EMB-I6)", () => {
    expect(attributes(referralsEmbedIframe({ token, appUrl: "https://app.example.com", theme: "dark" }))).toEqual({
      src: "https://app.example.com/embed/referrals?token=ref_embed_secret&theme=dark",
      title: "Referrals",
      width: "100%",
      height: "720",
      loading: "lazy",
      allow: "clipboard-write; web-share",
      referrerpolicy: "strict-origin",
      sandbox:
        "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads",
      frameborder: "0",
      style: "color-scheme:dark",
    });
  });

  it("leaves sandbox out on one's own origin, and style where a policy forbids it (EMB-I6)", () => {
    const found = attributes(referralsEmbedIframe({ token, data: "analytics", inlineStyle: false }));
    expect(found).not.toHaveProperty("sandbox");
    expect(found).not.toHaveProperty("style");
    expect(found.title).toBe("Referral analytics");
  });

  it.each(['"><script>alert(1)</script>', "javascript:x", "&quot; onload=x", "a\u2028b", "x".repeat(10_000)])(
    "escapes a hostile title or token (%.30s) (EMB-I7)",
    (text) => {
      const found = attributes(referralsEmbedIframe({ token: text, title: text }));
      expect(found.title).toBe(text);
      expect(query(found.src as string).get("token")).toBe(text);
    },
  );

  it("any text stays inside its attribute (EMB-I7)", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (title, locale) => {
        expect(attributes(referralsEmbedIframe({ token, title, locale }))).toMatchObject({ title });
      }),
    );
  });
});
