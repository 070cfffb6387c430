const WITHIN_MS = 1000;
const CHANGES = 20;

/**
 * EMB-P11: after 20 changes inside one second at one width the largest height stays, with one warning: content that is as high
 * as its own frame would grow for ever.
 * @param now milliseconds of a monotonic clock
 * @returns the height to report, for each that was measured
 */
export function createSteadyHeight(
  now: () => number = () => performance.now(),
): (height: number, width: number) => number {
  let at: number | undefined;
  let until = 0;
  let changes = 0;
  let largest = 0;
  let isFixed = false;
  return (height, width) => {
    if (width !== at || (now() > until && !isFixed)) {
      at = width;
      until = now() + WITHIN_MS;
      changes = largest = 0;
      isFixed = false;
    }
    if (isFixed) return largest;
    largest = Math.max(largest, height);
    if (changes++ < CHANGES) return height;
    isFixed = true;
    console.warn("referrals-embed: the height kept changing and is now fixed.");
    return largest;
  };
}
