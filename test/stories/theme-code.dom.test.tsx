import { describe, expect, it } from "vitest";
import type { ReferralsThemeOptions } from "../../src/contract/theme.ts";
import { themeCode } from "../../stories/designers/theme-code.ts";

const options: ReferralsThemeOptions = {
  backgroundColor: { light: "#faf7f2", dark: "#0b1020" },
  accentColor: "#7c3aed",
  fontFamily: "D'Arc & Sons, serif",
  borderRadius: 0,
};
const parsed = (html: string): HTMLElement => {
  const body = new DOMParser().parseFromString(html, "text/html").body;
  return body.querySelector<HTMLElement>("referrals-embed, iframe")!;
};

describe("what the playground prints for HTML", () => {
  it("is an element with its script, address, tokens and options", () => {
    const html = themeCode("dark", options).Element!;
    expect(html).toMatch(/^<script src="\/vendor\/embed\.global\.js" defer><\/script>\n<referrals-embed\n/);
    const { attributes } = parsed(html);
    expect(Object.fromEntries([...attributes].map(({ name, value }) => [name, value]))).toEqual({
      data: "referrals",
      "app-url": "https://app.example.com",
      "token-url": "/api/referrals-token",
      theme: "dark",
      "theme-options": JSON.stringify(options),
    });
  });

  it("is an iframe with all a frame needs and the options in its address", () => {
    const own = { ...options, fontFamily: "Georgia, serif" };
    const frame = parsed(themeCode("dark", own).Iframe!) as HTMLIFrameElement;
    const { origin, pathname, searchParams } = new URL(frame.src);
    expect(origin + pathname).toBe("https://app.example.com/embed/referrals");
    expect(Object.fromEntries(searchParams)).toEqual({
      token: "PUBLIC_TOKEN",
      data: "referrals",
      theme: "dark",
      themeOptions: JSON.stringify(own),
    });
    for (const name of ["title", "allow", "sandbox", "referrerpolicy", "width", "height"])
      expect(frame.getAttribute(name), name).toBeTruthy();
    expect(frame.style.colorScheme || frame.getAttribute("style")).toContain("dark");
  });

  it("leaves out options where none was chosen", () => {
    const { Element: element, Iframe: iframe, JSON: json } = themeCode("light", {});
    expect(element).not.toContain("theme-options");
    expect(iframe).not.toContain("themeOptions");
    expect(json).toBe("{}");
  });
});
