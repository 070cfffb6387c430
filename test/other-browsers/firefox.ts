import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../browser/drive.ts";
import { withFonts } from "../browser/fonts/index.ts";
import { freePort } from "../free-port.ts";
import { BLOCKED, eventually, type Command, type Session } from "./session.ts";

/** The path of a Firefox; `undefined` when there is none. */
export const findFirefox = (): string | undefined =>
  [process.env.FIREFOX_PATH, "/usr/bin/firefox-esr", "/usr/bin/firefox"].find((path) => path && existsSync(path));

const names: Record<Command, string> = {
  navigate: "WebDriver:Navigate",
  execute: "WebDriver:ExecuteAsyncScript",
  switchToFrame: "WebDriver:SwitchToFrame",
  performActions: "WebDriver:PerformActions",
  screenshot: "WebDriver:TakeScreenshot",
  window: "WebDriver:GetWindowHandle",
  windows: "WebDriver:GetWindowHandles",
  switchToWindow: "WebDriver:SwitchToWindow",
  closeWindow: "WebDriver:CloseWindow",
  setWindowRect: "WebDriver:SetWindowRect",
};

/** Nothing that calls home, and no first-run page. */
const preferences = (port: number): string =>
  Object.entries({
    "marionette.port": port,
    "app.normandy.enabled": false,
    "browser.shell.checkDefaultBrowser": false,
    "datareporting.policy.dataSubmissionEnabled": false,
    "toolkit.telemetry.enabled": false,
    "browser.startup.homepage_override.mstone": "ignore",
    "services.settings.server": "http://127.0.0.1:1",
    "dom.disable_open_during_load": false,
  })
    .map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
    .join("");

/** Starts a stock Firefox and speaks WebDriver over its own Marionette socket: no driver program is needed. */
export async function startFirefox(path: string): Promise<Session> {
  const profile = await mkdtemp(join(tmpdir(), "referrals-firefox-"));
  const port = await freePort();
  await writeFile(join(profile, "user.js"), preferences(port));
  const ways = ["--headless", "--no-remote", "--marionette", "--remote-allow-system-access"];
  const child = spawn(path, [...ways, "--profile", profile], {
    stdio: "ignore",
    env: { ...withFonts(), HOME: profile, MOZ_CRASHREPORTER_DISABLE: "1" },
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const socket = await eventually(() => connected(port), 60_000);
  const call = speak(socket);
  const capabilities = { alwaysMatch: { unhandledPromptBehavior: "accept", timeouts: { script: 30_000 } } };
  const { capabilities: found } = await call("WebDriver:NewSession", { capabilities });
  await inBrowser(call, block);
  return {
    name: `Firefox ${found.browserVersion}`,
    send: async (command, parameters = {}) => {
      const answer = await call(names[command], parameters);
      return answer && typeof answer === "object" && "value" in answer ? answer.value : answer;
    },
    async killFrame() {
      const killed = await inBrowser(call, frameProcess);
      process.kill(killed, "SIGKILL");
      await until(
        () => inBrowser(call, frameProcess),
        (found) => found !== killed,
      );
    },
    async close() {
      socket.destroy();
      child.kill("SIGKILL");
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** What a blocker does: the request is taken back before it leaves. */
const block = `Services.obs.addObserver({
  observe(subject) {
    const request = subject.QueryInterface(Ci.nsIHttpChannel);
    if (request.URI.filePath.startsWith("${BLOCKED}")) request.cancel(Cr.NS_ERROR_ABORT);
  },
}, "http-on-modify-request");`;

const frameProcess = `const { gBrowser } = Services.wm.getMostRecentWindow("navigator:browser");
return gBrowser.selectedBrowser.browsingContext.children[0].currentWindowGlobal?.osPid;`;

/** Runs a script with the browser's own rights, and answers what it returns. */
async function inBrowser(call: ReturnType<typeof speak>, script: string): Promise<any> {
  await call("Marionette:SetContext", { value: "chrome" });
  const { value } = await call("WebDriver:ExecuteScript", { script, args: [], sandbox: "system" });
  await call("Marionette:SetContext", { value: "content" });
  return value;
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket));
    socket.on("error", reject);
  });
}

/** Marionette's form: `<bytes>:[0, id, command, parameters]` out, `<bytes>:[1, id, error, result]` back. */
function speak(socket: Socket): (command: string, parameters: object) => Promise<any> {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let unread = Buffer.alloc(0);
  let serial = 0;
  socket.on("data", (data: Buffer) => {
    unread = Buffer.concat([unread, data]);
    for (;;) {
      const colon = unread.indexOf(":");
      const end = colon + 1 + Number(unread.subarray(0, Math.max(colon, 0)).toString());
      if (colon < 0 || unread.length < end) return;
      const message = JSON.parse(unread.subarray(colon + 1, end).toString()) as unknown;
      unread = unread.subarray(end);
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message as [number, number, { error: string; message: string } | null, unknown];
      if (error) waiting.get(id)?.reject(new Error(`${error.error}: ${error.message}`));
      else waiting.get(id)?.resolve(result);
      waiting.delete(id);
    }
  });
  return (command, parameters) =>
    new Promise((resolve, reject) => {
      waiting.set(++serial, { resolve, reject });
      const text = JSON.stringify([0, serial, command, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
}
