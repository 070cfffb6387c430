import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const readme = read("README.md");

const links = /(?:\]\(|src(?:set)?=")(?!https?:|\/)([^)"?]+)[)"]/g;
const linksOf = (page: string): string[] => [...read(page).matchAll(links)].map((match) => match[1]!);

/** The anchor GitHub gives a heading: lower case, blanks as hyphens, other signs dropped. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

const folders = ["docs", "docs/guides", "docs/rules", "docs/decisions"];
const pages = folders
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
  .filter((path) => path.endsWith(".md"))
  .concat("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "service/README.md", "examples/README.md");

describe("a page of the repository", () => {
  it.each(pages)("%s links only to files and headings that exist", (page) => {
    const broken = linksOf(page).filter((link) => {
      const [path, anchor] = link.split("#") as [string, string?];
      const target = path === "" ? page : join(dirname(page), path);
      if (!existsSync(join(root, target))) return true;
      if (anchor === undefined) return false;
      return ![...read(target).matchAll(/^#+ (.+)$/gm)].some(([, heading]) => anchorOf(heading!.trim()) === anchor);
    });
    expect(broken).toEqual([]);
  });
});

describe("the policy of versions", () => {
  it.each(["README.md", "SECURITY.md", "CHANGELOG.md", "CONTRIBUTING.md"])("is led to by %s", (page) => {
    expect(linksOf(page)).toContain("docs/guides/versions.md");
  });
});

describe("the map of the code", () => {
  it("names folders that exist", () => {
    const cells = read("docs/architecture.md").matchAll(/^\| (`.+?) \|/gm);
    const paths = [...cells].flatMap(([, cell]) => [...cell!.matchAll(/`([^`]+\/[^`]+)`/g)].map((match) => match[1]!));
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

describe("the README", () => {
  it("has at most 250 lines", () => {
    expect(readme.split("\n").length).toBeLessThanOrEqual(250);
  });

  it("leaves the table of targets, those that are missed included, to the page on scale", () => {
    expect(readme).toContain("docs/scale.md#measured-and-aimed-at");
    expect(readme).not.toMatch(/^\|.*\b(?:target|aimed)/im);
  });

  it("says before anything of a checkout how the service comes from npm", () => {
    const [first = ""] = readme.split("\n## See it run");
    const commands = [...first.matchAll(/^npx referrals-service (\w+)$/gm)].map(([, name]) => name);
    expect(commands).toEqual(["demo", "init", "serve"]);
    expect(first).not.toMatch(/npm ci|service\/dist/);
  });

  it("names only commands and suites that exist", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const commands = [...readme.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1]!);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
    const suites = read("scripts/test.mjs");
    const named = /One suite: (.*)\./.exec(readme)![1]!.matchAll(/`(?:npm test )?([\w.-]+)`/g);
    expect(
      [...named].map((match) => match[1]!).filter((name) => !new RegExp(`\\b${name}"?: \\[`).test(suites)),
    ).toEqual([]);
  });

  it("shows pictures of the dashboard", () => {
    expect(linksOf("README.md").filter((path) => path.endsWith(".png")).length).toBeGreaterThan(0);
  });
});
