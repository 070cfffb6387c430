/** A command of W3C WebDriver, in one form for every way of speaking it. */
export type Command =
  | "navigate"
  | "execute"
  | "switchToFrame"
  | "performActions"
  | "screenshot"
  | "window"
  | "windows"
  | "switchToWindow"
  | "closeWindow"
  | "setWindowRect";

/** The first step of paths whose requests a browser stops by itself, as one with a blocker does. */
export const BLOCKED = "/blocked/";

/** A browser that takes commands. */
export interface Session {
  /** Name and version, for people. */
  name: string;
  /** @throws Error with the browser's own message */
  send(command: Command, parameters?: Record<string, unknown>): Promise<any>;
  /** Kills the process that draws the page's first frame, until the browser knows. Missing where frames have none of their own. */
  killFrame?(): Promise<void>;
  close(): Promise<void>;
}

/** Asks again until an answer comes. */
export async function eventually<T>(read: () => Promise<T>, timeoutMs: number): Promise<T> {
  for (const end = Date.now() + timeoutMs; ;) {
    try {
      return await read();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
