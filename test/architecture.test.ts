import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { domainGroupOf, domainGroups, domainOrder } from "../service/src/domain/order.ts";
import { paymentProviders } from "../src/contract/money.ts";
import { reachable, root, sourceFiles, type SourceFile } from "./architecture/source-files.ts";

const browser = sourceFiles("src");
const service = sourceFiles("service/src");

/** What each room of the root package may import; a room may always import itself. */
const rooms: Record<string, readonly string[]> = {
  contract: [],
  http: ["contract", "development"],
  locales: ["contract", "http"],
  rules: ["contract"],
  demo: ["contract", "rules"],
  server: ["contract", "http"],
  frame: ["contract", "http", "locales", "development"],
  element: ["contract", "frame"],
  dashboard: ["contract", "http", "locales", "rules", "demo", "development"],
  words: ["contract", "locales", "rules", "dashboard"],
  development: ["contract", "http", "locales", "dashboard"],
  inline: ["contract", "dashboard", "locales"],
  hooks: ["contract", "http", "dashboard", "react"],
  react: ["contract", "http", "frame", "locales", "inline", "dashboard", "development"],
  page: ["contract", "http", "frame", "locales", "inline", "dashboard"],
  console: ["contract", "http", "locales", "dashboard"],
  "index.ts": ["contract", "frame", "react", "locales"],
  "global.ts": ["contract", "frame", "element"],
};

/** What each room of the service may not import. `contract` is open to all. */
const closed: Record<string, readonly RegExp[]> = {
  domain: [/^service\/src\/(routes|middleware|app|clicks|jobs)/, /^hono/, /^@hono/, /^node:http/],
  store: [/^service\/src\/(routes|middleware|app|domain|clicks|jobs|schemas)/, /^hono/, /^@hono/],
  routes: [/^service\/src\/store\/(?!schema)/, /^kysely$/, /^pg$/],
  schemas: [/^service\/src\/(routes|middleware|app|clicks|jobs|store)/],
  middleware: [/^service\/src\/(routes|clicks|jobs)/],
};

const roomOf = (path: string, base: string): string => path.slice(base.length + 1).split("/")[0]!;

describe("the root package", () => {
  it.each(Object.keys(rooms))("%s imports only the rooms below it", (room) => {
    const allowed = new Set([room, ...rooms[room]!]);
    const wrong = offences(
      browser.filter((file) => roomOf(file.path, "src") === room),
      (to) => (to.startsWith("src/") ? !allowed.has(roomOf(to, "src")) : false),
    );
    expect(wrong).toEqual([]);
  });

  it("has no room the map does not name", () => {
    expect([...new Set(browser.map((file) => roomOf(file.path, "src")))].filter((room) => !(room in rooms))).toEqual(
      [],
    );
  });

  it("installs nothing but its three dependencies and React", () => {
    const known = /^(src\/|react$|react\/jsx-runtime$|@tanstack\/react-query$|clsx$|uqr$)/;
    const shipped = browser.filter(
      (file) => !["page", "console", "dashboard/theme"].some((room) => file.path.startsWith(`src/${room}`)),
    );
    expect(offences(shipped, (to) => !known.test(to))).toEqual([]);
  });

  it("keeps React out of contract, rules, http, frame, element, server and demo", () => {
    const plain = browser.filter((file) =>
      /^src\/(contract|rules|http|frame|element|server|demo|locales)\//.test(file.path),
    );
    expect(offences(plain, (to) => to.startsWith("react") || to.startsWith("@tanstack"))).toEqual([]);
  });

  it("keeps node: out of browser code", () => {
    const entries = [
      "src/index.ts",
      "src/inline/index.ts",
      "src/hooks/index.ts",
      "src/frame/index.ts",
      "src/element/index.ts",
    ];
    const shipped = reachable(browser, [...entries, "src/page/main.tsx", "src/demo/index.ts"], { dynamic: true });
    expect([...shipped].filter((path) => path.startsWith("node:"))).toEqual([]);
  });

  it("lets no browser entry reach the server SDK", () => {
    const entries = browser
      .map((file) => file.path)
      .filter((path) => /^src\/(index\.ts|global\.ts|\w+\/index\.ts|page\/main\.tsx)$/.test(path));
    const others = entries.filter((path) => !path.startsWith("src/server/"));
    expect([...reachable(browser, others, { dynamic: true })].filter((path) => path.startsWith("src/server/"))).toEqual(
      [],
    );
  });

  it("reaches the dashboard from the component by a lazy import only (EMB-K3)", () => {
    const eager = reachable(browser, ["src/index.ts"], { dynamic: false });
    expect([...eager].filter((path) => /^src\/(dashboard|inline|demo)\//.test(path))).toEqual([]);
  });

  it("reaches what development builds say by one lazy import only", () => {
    const outside = browser.filter((file) => !file.path.startsWith("src/development/"));
    expect(offences(outside, (to) => /^src\/development\/(?!develop\.ts)/.test(to))).toEqual([]);
    const develop = browser.find((file) => file.path === "src/development/develop.ts");
    expect(develop?.imports.filter(({ dynamic }) => !dynamic)).toEqual([]);
  });

  it("has panels that import neither each other nor the shell", () => {
    const panels = browser.filter((file) => /^src\/dashboard\/panels\/\w[\w-]*\//.test(file.path));
    const wrong = panels.flatMap((file) => {
      const own = file.path.split("/").slice(0, 4).join("/");
      return file.imports
        .filter(({ to }) => /^src\/dashboard\/panels\/[\w-]+\//.test(to) && !to.startsWith(`${own}/`))
        .concat(
          file.imports.filter(({ to }) =>
            /^src\/dashboard\/(ReferralsDashboard|DashboardView|DashboardScreen|PanelSlot)/.test(to),
          ),
        )
        .map(({ to }) => `${file.path} → ${to}`);
    });
    expect(wrong).toEqual([]);
  });

  it("has a story and a test for each panel", () => {
    const panels = readdirSync(join(root, "src/dashboard/panels"), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    const stories = names("stories");
    const tests = names("test/dashboard");
    const missing = panels.flatMap(({ name }) => [
      ...(stories.some((file) => file.toLowerCase().includes(name.replaceAll("-", ""))) ? [] : [`story of ${name}`]),
      ...(tests.some((file) => file.toLowerCase().replaceAll("-", "").includes(name.replaceAll("-", "")))
        ? []
        : [`test of ${name}`]),
    ]);
    expect(missing).toEqual([]);
  });
});

describe("the service", () => {
  it("has a test for each payment provider", () => {
    const tests = readdirSync(join(root, "service/test/integrations"));
    expect(paymentProviders.filter((name) => !tests.includes(`${name}.test.ts`))).toEqual([]);
  });

  it.each(Object.keys(closed))("%s looks only where it may", (room) => {
    const files = service.filter((file) => roomOf(file.path, "service/src") === room);
    expect(offences(files, (to) => closed[room]!.some((test) => test.test(to)))).toEqual([]);
  });

  it("knows the contract, the rules, the words and the SDK of the root package, nothing else of it", () => {
    expect(
      offences(service, (to) => to.startsWith("src/") && !/^src\/(contract|rules|words|server)\//.test(to)),
    ).toEqual([]);
  });
});

describe("the domain of the service", () => {
  const domain = service.filter((file) => file.path.startsWith("service/src/domain/"));
  const levels = new Map(domainGroups.map(({ group }, index) => [group, index]));
  const levelOf = (path: string): number => levels.get(domainGroupOf(path) ?? "") ?? -1;

  it("has only groups that the order names", () => {
    expect(domain.map((file) => file.path).filter((path) => levelOf(path) === -1)).toEqual([]);
  });

  it("imports downward only, types too", () => {
    const upward = domain.flatMap((file) =>
      file.imports.filter(({ to }) => levelOf(to) > levelOf(file.path)).map(({ to }) => `${file.path} → ${to}`),
    );
    expect(upward, `A group imports only groups before it. From the ground up:\n${domainOrder()}`).toEqual([]);
  });

  it("leaves SQL to the store", () => {
    const query = /\.(selectFrom|insertInto|updateTable|deleteFrom|execute|executeTakeFirst(OrThrow)?)\(/;
    const wrong = domain
      .filter((file) => query.test(file.text) || file.imports.some(({ to }) => to === "kysely" || to === "pg"))
      .map((file) => file.path);
    expect(wrong, "A query is a function of (db, args) in service/src/store/queries.").toEqual([]);
  });

  it("has pure rules: they know the contract, the bounds, the types of rows and each other", () => {
    const allowed = /^(src\/(contract|rules)\/|service\/src\/(domain\/rules\/|(present|bounds)\.ts$)|node:url$)/;
    const impure = domain
      .filter((file) => domainGroupOf(file.path) === "rules")
      .flatMap((file) =>
        file.imports
          .filter(({ to, typeOnly }) => !allowed.test(to) && !(typeOnly && to.startsWith("service/src/store/schema/")))
          .map(({ to }) => `${file.path} → ${to}`),
      );
    expect(impure, "A rule decides from its arguments: load before it, write after it.").toEqual([]);
  });
});

describe("every file", () => {
  it("asks no URL.canParse, which Node 20 answers wrongly for text beyond ASCII once it is compiled", () => {
    const asking = [...browser, ...service].filter(({ text }) => /\bURL\.canParse\(/.test(text));
    expect(asking.map(({ path }) => path)).toEqual([]);
  });
});

describe("every import", () => {
  it("is part of no cycle", () => {
    expect(cycles([...browser, ...service])).toEqual([]);
  });

  it("names a file that exists", () => {
    const wrong = offences(
      [...browser, ...service],
      (to) => /^(src|service)\//.test(to) && !existsSync(join(root, to.split("?")[0]!)),
    );
    expect(wrong).toEqual([]);
  });
});

describe("file names", () => {
  it("say what is inside", () => {
    const vague = /\/(utils?|helpers?|common|misc|types)(\/|\.tsx?$)/;
    expect([...browser, ...service].map((file) => file.path).filter((path) => vague.test(path))).toEqual([]);
  });
});

describe("tests", () => {
  it("wait as long as a slow machine needs: vi.waitFor gives up after a second by itself", () => {
    const impatient = [...sourceFiles("test"), ...sourceFiles("service/test")]
      .filter(({ path }) => path !== "test/architecture.test.ts")
      .filter(({ text }) => text.split("vi.waitFor(").length > text.split(/,\s+WAIT_MS,?\s*\)/).length);
    expect(impatient.map(({ path }) => path)).toEqual([]);
  });
});

function offences(files: readonly SourceFile[], wrong: (to: string) => boolean): string[] {
  return files.flatMap((file) => file.imports.filter(({ to }) => wrong(to)).map(({ to }) => `${file.path} → ${to}`));
}

function names(folder: string): string[] {
  return existsSync(join(root, folder)) ? readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }) : [];
}

/** Circles of imports that exist at run time; a type may look back at what uses it. */
function cycles(files: readonly SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) found.push([...trail.slice(at), path].join(" → "));
    if (at >= 0 || done.has(path)) return;
    for (const entry of byPath.get(path)?.imports ?? []) {
      if (!entry.typeOnly && !entry.dynamic) visit(entry.to, [...trail, path]);
    }
    done.add(path);
  };
  for (const file of files) visit(file.path, []);
  return found;
}
