import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withFonts } from "../browser/fonts/index.ts";
import { freePort } from "../free-port.ts";
import { BLOCKED, eventually, type Command, type Session } from "./session.ts";

const driver = "/usr/bin/WebKitWebDriver";
const screen = "/usr/bin/xvfb-run";

/** The path of WebKitGTK's own small browser, where its driver and a virtual screen are there too. */
export function findWebKit(): string | undefined {
  if (!existsSync(driver) || !existsSync(screen)) return undefined;
  const libraries = "/usr/lib";
  const places = readdirSync(libraries)
    .filter((name) => name.endsWith("-linux-gnu"))
    .flatMap((name) => ["webkit2gtk-4.1", "webkit2gtk-4.0"].map((kind) => `${libraries}/${name}/${kind}/MiniBrowser`));
  return places.find((path) => existsSync(path));
}

const addresses: Record<Command, [method: string, path: string]> = {
  navigate: ["POST", "/url"],
  execute: ["POST", "/execute/async"],
  switchToFrame: ["POST", "/frame"],
  performActions: ["POST", "/actions"],
  screenshot: ["GET", "/screenshot"],
  window: ["GET", "/window"],
  windows: ["GET", "/window/handles"],
  switchToWindow: ["POST", "/window"],
  closeWindow: ["DELETE", "/window"],
  setWindowRect: ["POST", "/window/rect"],
};

/** Starts WebKitGTK on a virtual screen and speaks W3C WebDriver over HTTP. */
export async function startWebKit(binary: string): Promise<Session> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "referrals-webkit-"));
  const filter = join(folder, "filter.json");
  await writeFile(filter, JSON.stringify([{ trigger: { "url-filter": BLOCKED }, action: { type: "block" } }]));
  const child = spawn(screen, ["-a", "-s", "-screen 0 1400x1100x24", driver, `--port=${port}`], {
    stdio: "ignore",
    detached: true,
    env: {
      ...withFonts(),
      GDK_BACKEND: "x11",
      LIBGL_ALWAYS_SOFTWARE: "1",
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
    },
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const call = async (method: string, path: string, body?: object): Promise<any> => {
    const init = { method, body: body && JSON.stringify(body), signal: AbortSignal.timeout(60_000) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const { value } = (await answer.json()) as { value: any };
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  await eventually(() => call("GET", "/status"), 30_000);
  const options = { "webkitgtk:browserOptions": { binary, args: ["--automation", `--content-filter=${filter}`] } };
  const session = { capabilities: { alwaysMatch: options } };
  // On a busy machine the driver may give up before the browser has a window; the next attempt gets one.
  const { sessionId, capabilities } = await eventually(() => call("POST", "/session", session), 60_000).catch(
    (error: unknown) => {
      process.kill(-child.pid!);
      throw error;
    },
  );
  return {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    send(command, parameters = {}) {
      const [method, path] = addresses[command];
      return call(method, `/session/${sessionId}${path}`, method === "POST" ? parameters : undefined);
    },
    async close() {
      await call("DELETE", `/session/${sessionId}`).catch(() => {});
      process.kill(-child.pid!);
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
