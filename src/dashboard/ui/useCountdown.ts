import { useEffect, useState } from "react";
import { useLatest } from "./useLatest.ts";

/** Whole seconds left, counted from the mount: give a new wait a new `key`. `onEnd` runs once at zero. */
export function useCountdown(seconds: number, onEnd: () => void): number {
  const [left, setLeft] = useState(Math.max(0, Math.ceil(seconds)));
  const ended = useLatest(onEnd);
  useEffect(() => {
    const timer = left > 0 ? setTimeout(() => setLeft(left - 1), 1_000) : setTimeout(() => ended.current());
    return () => clearTimeout(timer);
  }, [left, ended]);
  return left;
}
