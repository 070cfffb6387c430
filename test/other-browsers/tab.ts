import { until } from "../browser/drive.ts";
import type { Session } from "./session.ts";

const key = { Tab: "\uE004", Shift: "\uE008", Escape: "\uE00C", Enter: "\uE007" } as const;

/** What the scenes do with a browser: the least that two protocols share. */
export interface Tab {
  open(url: string): Promise<void>;
  /** Runs a function where the tab looks, the page or a frame of it, and gives what it answers. */
  run<A extends unknown[], R>(work: (...args: A) => R, ...args: A): Promise<Awaited<R>>;
  /** Looks into the frame a selector names while `work` runs. */
  within<R>(frame: string, work: () => Promise<R>): Promise<R>;
  /** Looks into a second tab, opened by the page, while `work` runs, and back into the first for `isDone`, again until it is; then closes the second. */
  withinSecond(url: string, parts: { work(): Promise<unknown>; isDone(): Promise<boolean> }): Promise<void>;
  press(...keys: (keyof typeof key)[]): Promise<void>;
  /** The colour on screen at a point, as `r,g,b`. */
  pixelAt(x: number, y: number): Promise<string>;
  /** Kills the process of the first frame, where it has one of its own. */
  killFrame?(): Promise<void>;
}

/** The tab of a session. */
export function tabOf({ send, killFrame }: Session): Tab {
  const run: Tab["run"] = async (work, ...args) => {
    const script = `
      const done = arguments[arguments.length - 1];
      const given = JSON.parse(arguments[0]);
      Promise.resolve().then(() => (${work.toString()})(...given)).then(
        (value) => done(JSON.stringify({ value })), (error) => done(JSON.stringify({ error: String(error) })));`;
    const text = (await send("execute", { script, args: [JSON.stringify(args)] })) as string | null;
    // A document that is replaced meanwhile takes the answer with it.
    if (text === null) return run(work, ...args);
    const answer = JSON.parse(text) as any;
    if ("error" in answer) throw new Error(answer.error);
    return answer.value;
  };
  const find = (selector: string): Promise<unknown> =>
    send("execute", { script: "arguments[1](document.querySelector(arguments[0]))", args: [selector] });
  const tab: Tab = {
    open: (url) => send("navigate", { url }),
    run,
    async within(frame, work) {
      await send("switchToFrame", { id: null, element: null, ...elementIn(await find(frame)) });
      try {
        return await work();
      } finally {
        await send("switchToFrame", { id: null, element: null });
      }
    },
    async withinSecond(url, { work, isDone }) {
      const own = await send("window");
      await run((url) => {
        const button = document.querySelector<HTMLElement>("#before")!;
        button.addEventListener("click", () => window.open(url), { once: true });
        button.focus();
      }, url);
      // A key, for a window that nobody asked for is not opened.
      await tab.press("Enter");
      const others = async (): Promise<string[]> =>
        ((await send("windows")) as string[]).filter((handle) => handle !== own);
      const [handle] = await until(others, ({ length }) => length === 1);
      await send("switchToWindow", { handle });
      try {
        await until(
          () => run(() => location.href),
          (href) => href === url,
        );
        const round = async (): Promise<boolean> => {
          await send("switchToWindow", { handle });
          await work();
          await send("switchToWindow", { handle: own });
          return isDone();
        };
        await until(round, Boolean);
      } finally {
        await send("switchToWindow", { handle });
        await send("closeWindow");
        await send("switchToWindow", { handle: own });
      }
    },
    async press(...keys) {
      const down = keys.map((name) => ({ type: "keyDown", value: key[name] }));
      const up = keys.toReversed().map((name) => ({ type: "keyUp", value: key[name] }));
      await send("performActions", { actions: [{ type: "key", id: "keyboard", actions: [...down, ...up] }] });
    },
    async pixelAt(x, y) {
      const png = await send("screenshot", { full: false });
      return run(
        async (png, x, y) => {
          const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0));
          const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
          const canvas = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
          canvas.drawImage(image, -x, -y);
          return canvas.getImageData(0, 0, 1, 1).data.slice(0, 3).join(",");
        },
        png as string,
        x,
        y,
      );
    },
    ...(killFrame && { killFrame }),
  };
  return tab;
}

/** WebDriver takes the frame as `id`, Marionette as `element`. */
function elementIn(element: unknown): object {
  if (!element) throw new Error("No such frame.");
  return { id: element, element };
}
