import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { setVersion } from "../../scripts/set-version.mjs";
import { ensureBuilt, filesOf, read, root } from "./built.ts";

beforeAll(ensureBuilt, 300_000);

const text = (path: string): string => readFileSync(join(root, path), "utf8");
const json = (path: string): any => JSON.parse(text(path));
const [embed, service, lock] = ["package.json", "service/package.json", "package-lock.json"].map(json);
const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");

/** What npm would publish of a package. */
function packed(folder: string): { size: number; unpackedSize: number; paths: string[] } {
  const words = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const said = execFileSync("npm", words, {
    cwd: join(root, folder),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ size, unpackedSize, files }] = JSON.parse(said);
  return { size, unpackedSize, paths: files.map(({ path }: { path: string }) => path) };
}

const code = /^dist\/(\w+(\.browser|\.global)?|(modules|locales)\/[\w/.-]+)\.js(\.map)?$/;
const types = /^dist\/([\w-]+|(types|locales)\/[\w/.-]+)\.d\.ts$/;
const assets =
  /^dist\/(page|console|demo-host)\/(assets\/[\w-]+\.(js|css)(\.map)?|index\.html|logo\.svg|preloads\.json|licences\.md)$/;

describe("what is published", () => {
  it.each([
    [
      "referrals-embed",
      "",
      { size: 835_000, unpackedSize: 3_600_000 },
      [/^(README|CHANGELOG)\.md$|^LICENSE$|^package\.json$/, code, types, /^dist\/styles\.css$/],
    ],
    [
      "referrals-service",
      "service",
      { size: 8_000_000, unpackedSize: 15_000_000 },
      [
        /^README\.md$|^LICENSE$|^package\.json$/,
        /^deploy\/[\w.-]+$/,
        /^dist\/(cli|program|worker|assets\/(analytics|embed))\.js$/,
        // Words of a language.
        /^dist\/[a-z]{2}(-[A-Z]{2})?-[\w-]{8}\.js$/,
        /^dist\/(guides|openapi|program\.schema)\.json$|^dist\/(store-snapshot\.tar\.gz|schema\.sql)$/,
        assets,
      ],
    ],
  ] as [string, string, { size: number; unpackedSize: number }, RegExp[]][])(
    "%s holds what somebody needs, and no more (EMB-K5)",
    (_, folder, limit, wanted) => {
      const { size, unpackedSize, paths } = packed(folder);
      expect(paths.filter((path) => !wanted.some((pattern) => pattern.test(path)))).toEqual([]);
      for (const pattern of wanted)
        expect(
          paths.filter((path) => pattern.test(path)),
          String(pattern),
        ).not.toEqual([]);
      expect(size).toBeLessThan(limit.size);
      expect(unpackedSize).toBeLessThan(limit.unpackedSize);
    },
    60_000,
  );

  it("says of both packages who made them, where, under which terms, and runs nothing when it is installed", () => {
    for (const {
      license,
      repository,
      bugs,
      homepage,
      keywords,
      description,
      scripts = {},
      publishConfig,
      ...manifest
    } of [embed, service]) {
      expect(license).toBe("MIT");
      expect(repository.url).toBe(embed.repository.url);
      for (const address of [bugs, homepage]) expect(address).toContain("https://github.com/referrals-embed/");
      expect(keywords.length).toBeGreaterThan(3);
      expect(description.length).toBeGreaterThan(40);
      expect(publishConfig).toEqual({ access: "public", provenance: true });
      expect(manifest.engines).toEqual({ node: ">=20.19" });
      expect(Object.keys(scripts).filter((name) => /^(pre|post)?(install|pack|prepare|publish)/.test(name))).toEqual(
        [],
      );
    }
  });
});

describe("licences", () => {
  const free = ["MIT", "MIT-0", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "Unlicense"];
  const entries: [string, any][] = Object.entries<any>(lock.packages).filter(
    ([path, { link }]) => path.includes("node_modules/") && !link,
  );

  it("of all that an install fetches allow any use, and none of it runs at installation", () => {
    const shipped = entries.filter(([, { dev, devOptional }]) => !dev && !devOptional);
    expect(shipped.length).toBeGreaterThan(40);
    expect(shipped.filter(([, { license }]) => !free.includes(license)).map(([path]) => path)).toEqual([]);
    expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
  });

  it("of what only builds and tests use are known and open", () => {
    const known = [...free, "BlueOak-1.0.0", "CC0-1.0", "CC-BY-4.0", "OFL-1.1", "MPL-2.0"];
    const isKnown = (license = ""): boolean => license.split(" AND ").every((part) => known.includes(part));
    const other = entries.filter(([, { license }]) => !isKnown(license)).map(([path]) => path);
    // DejaVu, which the browsers of the tests draw, has the licence of Bitstream Vera, which allows any use. The SDK whose calls the tests
    // repeat says MIT in its repository, and nothing in its package.
    expect(other).toEqual(["node_modules/dejavu-fonts-ttf", "node_modules/dub"]);
  });

  it.each(["page", "console"])("of all that is bundled into the %s go with it, word by word", (part) => {
    const sources = filesOf(".js.map", join(root, "dist", part)).flatMap(
      (file) => JSON.parse(read(file)).sources as string[],
    );
    const bundled = new Set(
      sources.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]).filter(Boolean),
    );
    expect(bundled.size).toBeGreaterThan(3);
    const notices = read(`${part}/licences.md`);
    for (const name of bundled)
      expect(notices).toMatch(new RegExp(`^## ${name} - \\S+ \\((${free.join("|")})\\)$`, "m"));
    expect(notices.match(/^## /gm)).toHaveLength(bundled.size);
    expect(notices.match(/Permission is hereby granted/g)).toHaveLength(bundled.size);
  });

  it("of others are none in the package for hosts: nothing of theirs is bundled", () => {
    const sources = filesOf(".js.map")
      .filter((file) => !/^(page|console|demo-host)\//.test(file))
      .flatMap((file) => JSON.parse(read(file)).sources as string[]);
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.filter((path) => path.includes("node_modules"))).toEqual([]);
  });
});

describe("the version", () => {
  const manifests = tracked.filter((file) => /(^|\/)package(-lock)?\.json$/.test(file));

  it("is one, wherever it is named", () => {
    expect(service.version).toBe(embed.version);
    for (const file of manifests) {
      for (const { version } of ownParts(json(file))) expect([file, version]).toEqual([file, embed.version]);
      for (const range of ownRanges(json(file))) expect([file, range]).toEqual([file, `^${embed.version}`]);
    }
  });

  it("is set in every place by one command, which touches nothing else", () => {
    const folder = mkdtempSync(join(tmpdir(), "version-"));
    const files = [...manifests, "examples/README.md", "CHANGELOG.md"];
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(join(root, file), join(folder, file));
    }
    setVersion(folder, "9.8.7", { files, today: "2027-01-31" });
    const after = (file: string): string => readFileSync(join(folder, file), "utf8");
    for (const file of manifests) {
      const found = ownParts(JSON.parse(after(file)));
      expect(
        found.every(({ version }) => version === "9.8.7"),
        file,
      ).toBe(true);
      for (const range of ownRanges(JSON.parse(after(file)))) expect([file, range]).toEqual([file, "^9.8.7"]);
      expect(after(file).replaceAll("9.8.7", embed.version), file).toBe(text(file));
    }
    expect(JSON.parse(after("package.json")).version).toBe("9.8.7");
    expect(JSON.parse(after("service/package.json")).version).toBe("9.8.7");
    expect(after("examples/react/package.json")).toContain('"referrals-embed": "^9.8.7"');
    expect(after("examples/README.md")).toContain("referrals-embed-9.8.7.tgz");
    expect(after("CHANGELOG.md")).toContain("## Unreleased\n\n## 9.8.7 - 2027-01-31\n");
    rmSync(folder, { recursive: true });
  });

  /** The parts of a lock that are our own packages. */
  function ownParts({ packages = {} }: any): any[] {
    const own = ["referrals-embed", "referrals-service"];
    return Object.entries<any>(packages)
      .filter(([path, { name = path.replace(/^.*node_modules\//, ""), link }]) => own.includes(name) && !link)
      .map(([, part]) => part);
  }

  /** What a manifest, or any part of a lock, asks for of our own packages. */
  function ownRanges({ packages = {}, ...manifest }: any): string[] {
    return [manifest, ...Object.values<any>(packages)].flatMap(
      ({ dependencies = {} }) => dependencies["referrals-embed"] ?? [],
    );
  }
});

describe("the changelog", () => {
  const changelog = text("CHANGELOG.md");

  it("has a section for what is not released, in the form of Keep a Changelog", () => {
    const sections = [...changelog.matchAll(/^## (.+)$/gm)].map(([, title]) => title!);
    expect(sections[0]).toBe("Unreleased");
    for (const title of sections.slice(1)) expect(title).toMatch(/^\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d$/);
    const kinds = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "Migration notes"];
    const own = [...changelog.matchAll(/^### (.+)$/gm)].map(([, title]) => title!);
    expect(own.filter((title) => !kinds.includes(title))).toEqual([]);
    expect(own).toEqual(expect.arrayContaining(["Added", "Migration notes"]));
  });
});

describe("Node", () => {
  it("20, 22 and 24 run every check; 20.19 is the oldest, and 24 is what we recommend", () => {
    const ci = parse(text(".github/workflows/ci.yml"));
    expect(ci.jobs.test.strategy.matrix.node).toEqual([20, 22, 24]);
    expect(ci.jobs.test.container).toBe("node:${{ matrix.node }}-bookworm");
    for (const page of [
      "README.md",
      "service/README.md",
      "CONTRIBUTING.md",
      "docs/guides/production.md",
      "docs/guides/versions.md",
    ])
      expect([page, text(page)]).toEqual([page, expect.stringMatching(/20\.19[^|]*\b24\b/)]);
  });
});

it("a canary of React is tested once a week, by a suite that `npm test` alone leaves out", () => {
  const { on, jobs } = parse(text(".github/workflows/react-canary.yml"));
  expect(on.schedule).toHaveLength(1);
  expect(jobs.test.steps.at(-1).run).toContain("npm test react-canary");
  const suites = spawnSync(process.execPath, ["scripts/test.mjs", "unknown"], { cwd: root, encoding: "utf8" });
  expect(suites.stderr).toContain("react-canary");
});

describe("the workflow of a release", () => {
  const { on, permissions, jobs } = parse(text(".github/workflows/release.yml"));
  const steps: string[] = jobs.publish.steps.map(({ run = "" }: { run?: string }) => run);

  it("publishes both packages with provenance and without a stored token, after all checks", () => {
    expect(on).toEqual({ release: { types: ["published"] } });
    expect(permissions).toEqual({ contents: "read" });
    expect(jobs.publish.permissions).toEqual({ contents: "read", "id-token": "write" });
    const at = (command: string): number => steps.findIndex((run) => run.startsWith(command));
    expect(at(".ci/run")).toBeGreaterThan(0);
    expect(at("npm run build")).toBeGreaterThan(at(".ci/run"));
    expect(at("npm publish --provenance --access public")).toBeGreaterThan(at("npm run build"));
    expect(steps.filter((run) => run.startsWith("npm publish"))).toHaveLength(2);
    expect(text(".github/workflows/release.yml")).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN/);
  });

  it("refuses a tag that is not the version of both packages", () => {
    const check = steps.find((run) => run.includes("package.json"))!;
    const run = (tag: string) =>
      execFileSync("bash", ["-e", "-c", check], { cwd: root, env: { ...process.env, TAG: tag }, stdio: "pipe" });
    expect(() => run(`v${embed.version}`)).not.toThrow();
    expect(() => run("v9.8.7")).toThrow(`says ${embed.version}, the tag v9.8.7`);
  });

  it("attaches the list of what each package brings", () => {
    expect(steps.some((run) => run.startsWith("node scripts/sbom.mjs "))).toBe(true);
    expect(jobs.attach).toMatchObject({ needs: "publish", permissions: { contents: "write" } });
  });
});
