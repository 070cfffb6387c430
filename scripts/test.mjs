import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureTools } from "./ensure-tools.mjs";
import { requireNode } from "./require-node.mjs";
import { runSteps } from "./test/run-steps.mjs";

requireNode();
ensureTools();
const root = fileURLToPath(new URL("..", import.meta.url));
const reports = mkdtempSync(join(tmpdir(), "referrals-test-"));
const bin = (name) => join(root, "node_modules/.bin", name);

/** A check that passes or fails as one: its name, the program, its arguments. */
const check = (name, program, args) => ({ name, program, args });
/** Vitest projects run together, each test counted; `env` is added to its environment. */
const vitest = (name, projects, config = [], env = {}) => {
  const report = join(reports, `${name}.json`);
  const flags = projects.flatMap((project) => ["--project", project]);
  const args = ["run", ...config, ...flags, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return { name, program: bin("vitest"), args, report, env };
};

/** One run of Vitest in parts beside each other, where it would outlast all others by itself. */
const inParts = (parts, name, projects) =>
  Array.from({ length: parts }, (_, part) =>
    vitest(`${name}, part ${part + 1} of ${parts}`, projects, [`--shard=${part + 1}/${parts}`]),
  );

const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const install = (name, folder) =>
  check(`install ${name}`, npm, ["ci", "--prefer-offline", "--no-audit", "--no-fund", "--prefix", folder]);
const build = check("build", process.execPath, ["scripts/build.mjs", "--stale"]);
/** A step that needs what others make. */
const after = (needed, step) => ({ ...step, after: needed });

const scene = (name) => `test/browser/${name}.test.ts`;
const everyReactScene = ["lifecycle", "props", "server-rendering", "react-version"].map(scene);
/** Suites that render, and scenes in Chromium where React has a hand, on a React of test/react-versions; all else runs on the newest. */
const react = (version, { files, scenes }) => {
  const installed = install(`React ${version}`, `test/react-versions/${version}`);
  const env = { REACT_VERSION: version };
  const config = ["--config", "test/react-versions/vitest.config.ts", ...files];
  return [
    installed,
    after([installed], vitest(`React ${version}`, [], config, env)),
    after([installed, build], vitest(`React ${version} in Chromium`, ["browser"], scenes, env)),
  ];
};
/** On the oldest React every suite runs, as it does on the newest; between them, and on the next, the parts where React's versions differ. */
const everything = { files: [], scenes: everyReactScene };
const smoke = {
  files: ["version", "server-markup", "test/react/", "dashboard/shell", "ui/overlays"],
  scenes: ["server-rendering", "react-version"].map(scene),
};
const canary = "19.3.0-canary-dc9aed36-20261027";

const chromium116 = install("Chromium 116", "test/other-browsers/oldest-chromium");
const otherBrowsers = check("Firefox and WebKit", process.execPath, ["scripts/ensure-other-browsers.mjs"]);
const types = check("types", npm, ["run", "--silent", "typecheck"]);
// The long ones begin first, so that none of them runs alone at the end.
const suites = {
  static: [
    types,
    check("lint and format", npm, ["run", "--silent", "lint"]),
    // The types of the contract are written first: an import of them would count as unresolved.
    after([types], check("unused files, exports and dependencies", bin("knip"), ["--no-progress"])),
  ],
  // What starts programs and opens directories takes as long as half of all other files: in one of the parts it would outlast the rest.
  service: [vitest("service as a program", ["programs"]), ...inParts(2, "service on the embedded store", ["service"])],
  browser: [
    build,
    ...inParts(2, "browser", ["browser"]).map((part) => after([build], part)),
    // What measures, once more with letters as wide as any system's.
    after([build], vitest("browser in wide letters", ["wide"], ["measures", "fonts", "layout"].map(scene))),
  ],
  postgres: [vitest("service on PostgreSQL", ["postgres"])],
  packed: [build, after([build], vitest("packed package", ["packed"]))],
  visual: [vitest("pictures", ["visual"])],
  unit: [build, after([build], vitest("unit and DOM", ["unit", "dom"]))],
  stories: [build, after([build], vitest("stories", [], ["--config", ".storybook/vitest.config.ts"]))],
  "other-browsers": [
    build,
    chromium116,
    otherBrowsers,
    after([build, chromium116, otherBrowsers], vitest("other browsers", ["other-browsers"])),
  ],
  react: [build, ...react("18.2.0", everything), ...react("18.3.1", smoke), ...react("19.0.0", smoke)],
  package: [
    build,
    after([build], check("size budgets", process.execPath, ["scripts/size.mjs"])),
    after([build], check("publint", bin("publint"), ["--strict"])),
    after(
      [build],
      check("attw", bin("attw"), [
        "--pack",
        ".",
        "--profile",
        "esm-only",
        "--exclude-entrypoints",
        "styles.css",
        "package.json",
      ]),
    ),
  ],
};

/** Run when named: what they find is not the fault of a commit. */
const onRequest = { "react-canary": [build, ...react(canary, smoke)] };
const all = { ...suites, ...onRequest };
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in all));
if (unknown.length > 0) {
  console.error(`No suite named ${unknown.join(", ")}. There are: ${Object.keys(all).join(", ")}.`);
  process.exit(1);
}
const wanted = chosen.length > 0 ? chosen : Object.keys(suites);
const runs = [...new Set([...(chosen.length > 0 ? [] : [build]), ...wanted.flatMap((name) => all[name])])];

const totals = { passed: 0, failed: 0, skipped: 0 };
const broken = [];
/** What failed and how, said again at the end: the place one looks. */
const failures = [];
// Four on two cores: a step waits half of its time for a browser, a registry or a disk. With three, 42 % of both cores were idle.
await runSteps(runs, {
  lanes: 4,
  cwd: root,
  onEnd: ({ step, code, seconds, printed }) => {
    count(step, code);
    if (code !== 0) failures.push(...describe(step, printed));
    if (code !== 0) broken.push(step.name);
    return `── ${step.name}: ${code === 0 ? "ok" : "FAILED"} in ${seconds} s\n`;
  },
});
rmSync(reports, { recursive: true, force: true });
for (const failure of failures) console.log(`\n${failure}`);
if (broken.length > 0) console.log(`\nFailed: ${broken.join(", ")}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(broken.length > 0 ? 1 : 0);

/** The first lines of a message, without those of libraries. */
function start(message) {
  return message
    .split("\n")
    .filter((line) => !line.includes("node_modules") && !line.includes(" at new Promise"))
    .slice(0, 12)
    .join("\n");
}

/** A paragraph per failed test, with the first lines of its message; a check's is the end of what it printed. */
function describe({ name, report }, printed) {
  if (!report) return [`✗ ${name}\n${printed.trim()}`];
  if (!existsSync(report)) return [`✗ ${name}: Vitest ended without a report`];
  return JSON.parse(readFileSync(report, "utf8")).testResults.flatMap((file) => {
    const where = `✗ ${name}: ${relative(root, file.name)}`;
    const failed = file.assertionResults.filter(({ status }) => status === "failed");
    if (failed.length === 0)
      return file.status === "failed" ? [`${where}\n${start(file.message || failedSuite(printed))}`] : [];
    return failed.map((test) => `${where} > ${test.fullName}\n${start(test.failureMessages.join("\n"))}`);
  });
}

/** What was printed of a hook that failed: the report names its file, and neither hook nor message. */
function failedSuite(printed) {
  const from = printed.indexOf("Failed Suites");
  return from < 0 ? "A hook failed." : printed.slice(from);
}

/** A check counts as one; a vitest run as its tests, and a crash of the runner as one failure. */
function count({ report }, code) {
  if (!report || !existsSync(report)) {
    totals[code === 0 ? "passed" : "failed"] += 1;
    return;
  }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, "utf8"));
  totals.passed += numPassedTests;
  totals.failed += numFailedTests || (code === 0 ? 0 : 1);
  totals.skipped += numPendingTests + numTodoTests;
}
