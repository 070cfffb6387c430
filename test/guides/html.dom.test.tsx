import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { referralsEmbedIframe } from "../../src/frame/index.ts";
import { blocksIn } from "./blocks.ts";

const read = (path: string): Promise<string> => readFile(join(import.meta.dirname, "../..", path), "utf8");
const parsed = (html: string): Document => new DOMParser().parseFromString(html, "text/html");

/** What the element takes, by the class itself. */
const attributes = async (): Promise<string[]> =>
  /"(data theme[^"]*)"/.exec(await read("src/element/referrals-embed-element.ts"))![1]!.split(" ");

describe("HTML in the guides and the README", () => {
  it.each(blocksIn("html"))(
    "%s: is well formed, and gives elements and scripts only what they read",
    async (_, { code }) => {
      const { body } = parsed(code);
      const settings = await read("service/src/analytics-script/settings.ts");
      const known = [...settings.matchAll(/attribute\("([\w-]+)"\)/g)].map(([, name]) => `data-${name}`);
      const allowed = await attributes();
      for (const element of body.querySelectorAll("*")) {
        const names = element.getAttributeNames();
        if (element.localName.startsWith("referrals-"))
          expect(names.filter((name) => !allowed.includes(name))).toEqual([]);
        if (element.getAttribute("src")?.endsWith("analytics.js"))
          expect(names.filter((name) => name.startsWith("data-") && !known.includes(name))).toEqual([]);
      }
      const opened = [...code.matchAll(/<([a-z][\w-]*)/g)].map(([, name]) => name!);
      const closed = [...code.matchAll(/<\/([a-z][\w-]*)/g)].map(([, name]) => name!);
      const single = ["img", "p"];
      expect(opened.filter((name) => !closed.includes(name) && !single.includes(name))).toEqual([]);
    },
  );

  it("writes the plain iframe as the helper does in a browser that can share", () => {
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { share: () => {} }));
    const iframes = blocksIn("html").filter(([, { code }]) => code.startsWith("<iframe"));
    expect(iframes.length).toBeGreaterThan(0);
    const appUrl = "https://app.example.com";
    const printed = referralsEmbedIframe({ appUrl, token: "PUBLIC_TOKEN", theme: "dark" });
    const attributesOf = (html: string) => parsed(html).querySelector("iframe")!;
    const own = attributesOf(printed);
    for (const [place, { code }] of iframes)
      for (const { name, value } of attributesOf(code).attributes)
        if (name === "src") expect(new URL(value).pathname, place).toBe(new URL(own.src).pathname);
        else
          expect([place, name, value.replace(/\s/g, "")]).toEqual([
            place,
            name,
            own.getAttribute(name)?.replace(/\s/g, ""),
          ]);
    vi.unstubAllGlobals();
  });

  const elements = blocksIn("vue", "svelte", "astro").filter(([, { code }]) => code.includes("<referrals-embed"));
  it("uses the element in three frameworks", () => {
    expect(elements).toHaveLength(3);
  });

  it.each(elements)("%s: gives the element only what it reads", async (_, { code }) => {
    const allowed = [...(await attributes()), "key"];
    const tags = [...code.matchAll(/<referrals-embed\s([\s\S]*?)>\s*(?:<\/|\n|$)/g)];
    expect(tags).toHaveLength(1);
    const names = [...tags[0]![1]!.replaceAll(/"[^"]*"|\{[^}]*\}+/g, '""').matchAll(/([:@\w-]+)=/g)].map(
      ([, name]) => name!,
    );
    expect(names).toContain("token-url");
    const unknown = names.filter(
      (name) => !/^(@|on)referrals-error$/.test(name) && !allowed.includes(name.replace(/^:/, "")),
    );
    expect(unknown).toEqual([]);
  });
});
