/**
 * Tells of errors, of those that say the same only the first in each `pauseMs`, with how many were left out since the last one: what
 * fails for every visitor must not fill the disk with lines.
 * @param tell gets the error, and how often it happened untold
 */
export function throttleRepeats(
  tell: (error: unknown, untold: number) => void,
  { now, pauseMs }: { now: () => number; pauseMs: number },
): (error: unknown) => void {
  let last = { says: "", at: -Infinity };
  let untold = 0;
  return (error) => {
    const says = error instanceof Error ? error.message : String(error);
    const at = now();
    if (says === last.says && at - last.at < pauseMs) {
      untold += 1;
      return;
    }
    tell(error, untold);
    last = { says, at };
    untold = 0;
  };
}
