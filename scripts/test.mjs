import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureTools } from "./ensure-tools.mjs";
import { requireNode } from "./require-node.mjs";

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

const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const install = (name, folder) => check(`install ${name}`, npm, ["ci", "--no-audit", "--no-fund", "--prefix", folder]);
const build = check("build", process.execPath, ["scripts/build.mjs", "--stale"]);
const reactScenes = ["lifecycle", "props", "server-rendering", "react-version"].map(
  (name) => `test/browser/${name}.test.ts`,
);
/** Every suite that renders, and the scenes where React has a hand, on a React of test/react-versions; all else runs on the newest. */
const react = (version) => [
  install(`React ${version}`, `test/react-versions/${version}`),
  vitest(`React ${version}`, [], ["--config", "test/react-versions/vitest.config.ts"], { REACT_VERSION: version }),
  vitest(`React ${version} in Chromium`, ["browser"], reactScenes, { REACT_VERSION: version }),
];
/** Told when it fails, and fails nothing. */
const allowedToFail = (run) => ({ ...run, allowedToFail: true });
const canary = "19.3.0-canary-dc9aed36-20261027";

const suites = {
  static: [
    check("types", npm, ["run", "--silent", "typecheck"]),
    check("lint and format", npm, ["run", "--silent", "lint"]),
    check("unused files, exports and dependencies", bin("knip"), ["--no-progress"]),
  ],
  unit: [build, vitest("unit and DOM", ["unit", "dom"])],
  react: [build, ...react("18.2.0"), ...react("18.3.1"), ...react("19.0.0"), ...react(canary).map(allowedToFail)],
  service: [vitest("service on the embedded store", ["service"])],
  postgres: [vitest("service on PostgreSQL", ["postgres"])],
  package: [
    build,
    check("size budgets", process.execPath, ["scripts/size.mjs"]),
    check("publint", bin("publint"), ["--strict"]),
    check("attw", bin("attw"), [
      "--pack",
      ".",
      "--profile",
      "esm-only",
      "--exclude-entrypoints",
      "styles.css",
      "package.json",
    ]),
  ],
  packed: [build, vitest("packed package", ["packed"])],
  browser: [build, vitest("browser", ["browser"])],
  "other-browsers": [
    build,
    install("Chromium 116", "test/other-browsers/oldest-chromium"),
    check("Firefox and WebKit", process.execPath, ["scripts/ensure-other-browsers.mjs"]),
    vitest("other browsers", ["other-browsers"]),
  ],
  stories: [build, vitest("stories", [], ["--config", ".storybook/vitest.config.ts"])],
  visual: [vitest("pictures", ["visual"])],
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in suites));
if (unknown.length > 0) {
  console.error(`No suite named ${unknown.join(", ")}. There are: ${Object.keys(suites).join(", ")}.`);
  process.exit(1);
}
const wanted = chosen.length > 0 ? chosen : Object.keys(suites);
const runs = [...new Set([...(chosen.length > 0 ? [] : [build]), ...wanted.flatMap((name) => suites[name])])];

const totals = { passed: 0, failed: 0, skipped: 0 };
const broken = [];
/** What failed and how, said again at the end: the place one looks. */
const failures = [];
const tolerated = [];
for (const run of runs) {
  console.log(`\n── ${run.name}`);
  const started = performance.now();
  const { code, printed } = await execute(run);
  count(run, code);
  if (code !== 0) failures.push(...describe(run, printed));
  if (code !== 0) (run.allowedToFail ? tolerated : broken).push(run.name);
  const outcome = code === 0 ? "ok" : run.allowedToFail ? "failed, as it may," : "FAILED";
  console.log(`── ${run.name}: ${outcome} in ${Math.round((performance.now() - started) / 1000)} s`);
}
rmSync(reports, { recursive: true, force: true });
for (const failure of failures) console.log(`\n${failure}`);
if (tolerated.length > 0) console.log(`\nFailed, and may: ${tolerated.join(", ")}`);
if (broken.length > 0) console.log(`\nFailed: ${broken.join(", ")}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(broken.length > 0 ? 1 : 0);

/** Runs a program; a check's output passes through here, and its end is kept. Vitest writes a report and keeps its terminal. */
function execute({ program, args, env, report }) {
  return new Promise((resolve) => {
    let printed = "";
    const output = report ? "inherit" : "pipe";
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", output, output],
      shell: false,
    });
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ])
      from?.on("data", (chunk) => {
        to.write(chunk);
        printed = (printed + chunk).slice(-3000);
      });
    child.on("error", (error) => {
      console.error(error.message);
      resolve({ code: 1, printed: error.message });
    });
    child.on("close", (code) => resolve({ code: code ?? 1, printed }));
  });
}

/** A paragraph per failed test, with the first lines of its message; a check's is the end of what it printed. */
function describe({ name, report }, printed) {
  if (!report) return [`✗ ${name}\n${printed.trim()}`];
  if (!existsSync(report)) return [`✗ ${name}: Vitest ended without a report`];
  const start = (message) =>
    message
      .split("\n")
      .filter((line) => !line.includes("node_modules") && !line.includes(" at new Promise"))
      .slice(0, 12)
      .join("\n");
  return JSON.parse(readFileSync(report, "utf8")).testResults.flatMap((file) => {
    const where = `✗ ${name}: ${relative(root, file.name)}`;
    const failed = file.assertionResults.filter(({ status }) => status === "failed");
    if (failed.length === 0) return file.status === "failed" ? [`${where}\n${start(file.message)}`] : [];
    return failed.map((test) => `${where} > ${test.fullName}\n${start(test.failureMessages.join("\n"))}`);
  });
}

/** A check counts as one; a vitest run as its tests, and a crash of the runner as one failure. What may fail, and does, is not counted. */
function count({ report, allowedToFail }, code) {
  if (allowedToFail && code !== 0) return;
  if (!report || !existsSync(report)) {
    totals[code === 0 ? "passed" : "failed"] += 1;
    return;
  }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, "utf8"));
  totals.passed += numPassedTests;
  totals.failed += numFailedTests || (code === 0 ? 0 : 1);
  totals.skipped += numPendingTests + numTodoTests;
}
