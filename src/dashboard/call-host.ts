/** Calls back to the host; a callback that throws is reported and breaks nothing. */
export function callHost<A extends unknown[]>(callback: ((...args: A) => void) | undefined, ...args: A): void {
  try {
    callback?.(...args);
  } catch (error) {
    reportError(error);
  }
}
