import { spawn } from "node:child_process";
import { freePort } from "../free-port.ts";

/** A project's server that answers. */
export interface RunningProject {
  url: string;
  stop(): Promise<void>;
}

/** Runs a script of an installed project to its end; its output is in the error when it fails. */
export async function runScript(folder: string, script: string, env: Record<string, string>): Promise<void> {
  const child = start(folder, script, env);
  const code = await child.ended;
  if (code !== 0) throw new Error(`npm run ${script} ended with ${code}:\n${child.output()}`);
}

/** Runs `npm start` of an installed project on a free port, and waits for its first answer. */
export async function startProject(folder: string, env: Record<string, string>): Promise<RunningProject> {
  const port = await freePort();
  const child = start(folder, "start", { ...env, PORT: String(port) });
  const url = `http://localhost:${port}`;
  let ended: number | undefined;
  void child.ended.then((code) => (ended = code));
  // A guard against hanging, no measure of speed: machines are busy.
  for (const end = Date.now() + 120_000; ;) {
    if (await fetch(url).catch(() => undefined)) break;
    if (ended !== undefined || Date.now() > end) {
      child.kill();
      throw new Error(`npm start did not answer at ${url}:\n${child.output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const stop = async (): Promise<void> => {
    child.kill();
    await child.ended;
  };
  return { url, stop };
}

function start(folder: string, script: string, env: Record<string, string>) {
  let output = "";
  const child = spawn("npm", ["run", "--silent", script], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  return {
    output: () => output,
    ended: new Promise<number>((resolve) => child.on("exit", (code) => resolve(code ?? 1))),
    /** npm and what it started. */
    kill: () => child.pid && process.kill(-child.pid),
  };
}
