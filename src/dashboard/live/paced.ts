/** Work that is asked for more often than it should be done. */
export interface Paced {
  ask(): void;
  stop(): void;
}

/** Does `work` when asked, at once or, within `pauseMs` of the last time, at the end of that pause; never twice for one pause. */
export function paced(work: () => void, pauseMs: number): Paced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = false;
  const run = (): void => {
    asked = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (asked) run();
    }, pauseMs);
    work();
  };
  return {
    ask() {
      asked = true;
      if (timer === undefined) run();
    },
    stop: () => clearTimeout(timer),
  };
}
