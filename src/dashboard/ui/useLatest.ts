import { useEffect, useRef } from "react";
import type { RefObject } from "react";

/** The value of the newest render, for listeners that outlive one. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const ref = useRef(value);
  useEffect(() => {
    ref.current = value;
  });
  return ref;
}
