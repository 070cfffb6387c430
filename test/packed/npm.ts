import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const program = process.platform === "win32" ? "npm.cmd" : "npm";
const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];

/**
 * Runs npm in a folder and answers what it prints.
 * @throws Error that names the command and, where that was it, the registry that did not answer
 */
export async function npm(cwd: string, ...args: string[]): Promise<string> {
  try {
    const { stdout } = await run(program, [...args, ...quiet], { cwd, maxBuffer: 64e6, timeout: 240_000 });
    return stdout;
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr ?? error);
    const silent = /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ERR_SOCKET_TIMEOUT/.test(said);
    const why = silent
      ? "The npm registry cannot be reached, and this test installs from it: check the network and `npm config get registry`."
      : "npm failed.";
    // oxlint-disable-next-line preserve-caught-error -- the cause says the same again, at length
    throw new Error(`${why}\nnpm ${args.join(" ")}, in ${cwd}:\n${said.split("\n").slice(0, 15).join("\n")}`);
  }
}
