import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chromium } from "playwright-core";

const has = (program) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;

/** What the tests need besides Node: where it is found, and its package on Debian. */
const tools = [
  {
    name: "Chromium",
    found: () =>
      [process.env.CHROME_PATH, "/usr/bin/chromium", chromium.executablePath()].some(
        (path) => path && existsSync(path),
      ),
    debian: "chromium",
    otherwise: "npx playwright install chromium",
  },
  {
    name: "PostgreSQL 15 or newer",
    found: () => Boolean(process.env.TEST_DATABASE_URL) || has("initdb") || debianServers().length > 0,
    debian: "postgresql",
    otherwise: "install PostgreSQL, or set TEST_DATABASE_URL to a server's address",
  },
];

function debianServers() {
  const folder = "/usr/lib/postgresql";
  return existsSync(folder)
    ? readdirSync(folder).filter((version) => existsSync(`${folder}/${version}/bin/initdb`))
    : [];
}

/** Finds a browser and a database server; as root on Debian it installs what is missing, elsewhere it says what to type and ends. */
export function ensureTools() {
  const missing = tools.filter((tool) => !tool.found());
  if (missing.length === 0) return;
  if (has("apt-get") && process.getuid?.() === 0) {
    const packages = missing.map((tool) => tool.debian);
    console.log(`Installing ${packages.join(" and ")} for the tests ...`);
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  }
  const still = tools.filter((tool) => !tool.found());
  for (const { name, debian, otherwise } of still) {
    console.error(`${name} is missing. Type: sudo apt-get install -y ${debian} (Debian), or ${otherwise}.`);
  }
  if (still.length > 0) process.exit(1);
}
