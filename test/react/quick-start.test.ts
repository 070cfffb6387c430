import { readFileSync } from "node:fs";
import { createElement, type ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { transform } from "esbuild";
import { expect, it } from "vitest";
import * as embed from "../../src/index.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/** The code blocks of the README in one language, without empty lines. */
const blocks = (language: string): string[][] =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, code]) =>
    code!.split("\n").filter((line) => line.trim() !== ""),
  );

it("a React host needs at most 6 lines for token, theme and renewal, and the README's run", async () => {
  const [lines = []] = blocks("tsx").filter((lines) => lines.join().includes("<ReferralsEmbed"));
  expect(lines.length).toBeLessThanOrEqual(6);
  expect(lines.join()).toMatch(/token=\{token\}.*theme=/);
  const { code } = await transform(lines.join("\n"), { loader: "tsx", format: "cjs", jsx: "transform" });
  const module: { exports: { Referrals?: ComponentType<{ userId: string }> } } = { exports: {} };
  new Function("require", "module", "React", code)(() => embed, module, { createElement });
  const Referrals = module.exports.Referrals!;
  expect(renderToString(createElement(Referrals, { userId: "1" }))).toContain(
    '<iframe src="https://app.example.com/embed/referrals?handshake=1&amp;data=referrals&amp;theme=system" title="Referrals"',
  );
});

it("the first quick start makes a change of user a fresh embed, and documents it (EMB-T8)", () => {
  const [lines = []] = blocks("tsx").filter((lines) => lines.join().includes("<ReferralsEmbed"));
  expect(lines.join()).toContain("<ReferralsEmbed key={userId}");
  expect(readme).toContain("`key={userId}` starts a new embed when the user changes.");
});

it("a page without a bundler needs two lines", () => {
  const [lines = []] = blocks("html").filter((lines) => lines.join().includes("<referrals-embed"));
  expect(lines).toHaveLength(2);
});
