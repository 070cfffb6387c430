import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

/** The newest value in a ref: never stale, never a reason to re-run an effect (EMB-A3). */
export function useLatest<T>(value: T): RefObject<T> {
  const ref = useRef(value);
  useBrowserLayoutEffect(() => {
    ref.current = value;
  });
  return ref;
}

/** Calls back to the host; one that throws is reported and breaks nothing (EMB-A3). */
export function callHost<A extends unknown[]>(callback: ((...args: A) => void) | undefined, ...args: A): void {
  try {
    callback?.(...args);
  } catch (error) {
    reportError(error);
  }
}
