import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { blocks } from "../guides/blocks.ts";
import { connectChromium } from "./chromium.ts";

const root = join(import.meta.dirname, "../..");
const codeOf = (file: string, language: string): string[] =>
  blocks.filter((block) => block.file.endsWith(file) && block.language === language).map(({ code }) => code);

it("the samples of the guides on HTML and tracking work under the policy of the guide on policies", async () => {
  const [policy = ""] = codeOf("policies.md", "http").filter((code) => code.startsWith("Content-Security-Policy: "));
  const [, value = ""] = policy.trim().split(/: (.*)/);
  const html = [...codeOf("html.md", "html"), ...codeOf("tracking.md", "html")];
  const listener = codeOf("html.md", "js").join("\n");
  expect([html.length, listener.length > 0, value.length > 0]).toEqual([4, true, true]);

  const browser = await connectChromium(inject("chromium"));
  const context = await browser.newContext();
  const page = await context.newPage();
  const violations: string[] = [];
  await page.exposeFunction("violated", (what: string) => violations.push(what));
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) =>
      (window as any).violated(`${violatedDirective} ${blockedURI} ${sourceFile}`),
    ),
  );
  const files: Record<string, () => string> = {
    "https://acme.example/": () => `<!doctype html>${html.join("\n")}<script src="/listener.js" defer></script>`,
    "https://acme.example/listener.js": () => listener,
    "https://acme.example/vendor/embed.global.js": () => readFileSync(join(root, "dist/embed.global.js"), "utf8"),
    "https://app.example.com/assets/analytics.js": () =>
      readFileSync(join(root, "service/dist/assets/analytics.js"), "utf8"),
  };
  const asked: string[] = [];
  await context.route("**/*", (route) => {
    const url = route.request().url();
    asked.push(url.split("?")[0]!);
    const contentType = url.endsWith(".js") ? "text/javascript" : "text/html";
    const headers: Record<string, string> = url === "https://acme.example/" ? { "content-security-policy": value } : {};
    const body = url.endsWith("/api/referrals-token") ? '{"publicToken":"t","expires":"2099-01-01T00:00:00Z"}' : "";
    return route.fulfill({ contentType, headers, body: files[url]?.() ?? body });
  });
  await page.goto("https://acme.example/");
  await expect.poll(() => asked.filter((url) => url.endsWith("/embed/referrals")).length).toBe(2);
  await expect.poll(() => asked).toContain("https://acme.example/api/referrals-token");
  expect(asked).toEqual(expect.arrayContaining(Object.keys(files)));
  expect(violations).toEqual([]);
  await context.close();
});
