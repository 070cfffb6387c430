import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Browsers beside Chromium, for a smoke run: what shows that one is here, and its packages on Debian. */
const browsers = [
  { name: "Firefox", files: ["/usr/bin/firefox-esr", "/usr/bin/firefox"], debian: ["firefox-esr"] },
  { name: "WebKit", files: ["/usr/bin/WebKitWebDriver"], debian: ["webkit2gtk-driver", "xvfb", "xauth"] },
];
const missing = browsers.filter(({ files }) => !files.some((file) => existsSync(file)));

// As root on Debian they are installed, in three minutes or not at all; the tests say plainly which one is absent.
if (missing.length > 0 && existsSync("/usr/bin/apt-get") && process.getuid?.() === 0) {
  console.log(`Installing ${missing.map(({ name }) => name).join(" and ")} for the tests ...`);
  const apt = (...args) =>
    spawnSync("apt-get", ["-qq", "-o", "DPkg::Lock::Timeout=60", ...args], {
      stdio: ["ignore", "ignore", "inherit"],
      timeout: 180_000,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  apt("update");
  for (const { debian } of missing) apt("install", "-y", "--no-install-recommends", ...debian);
}
