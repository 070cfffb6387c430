import { useRef, useState } from "react";
import type { RefObject } from "react";
import { useBrowserLayoutEffect } from "../ui/useBrowserLayoutEffect.ts";

/** What a plot measures. */
export interface PlotSize {
  width: number;
  height: number;
  rtl: boolean;
  /** Text size against the design's 14 px. */
  scale: number;
}

/** Measures the plot before it is painted and whenever it changes; undefined until then and on the server. */
export function usePlotSize(): [RefObject<HTMLDivElement | null>, PlotSize | undefined] {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<PlotSize>();
  useBrowserLayoutEffect(() => {
    const plot = ref.current;
    if (!plot) return;
    const measure = (): void => {
      const style = getComputedStyle(plot);
      const next = {
        width: plot.clientWidth || 640,
        height: plot.clientHeight || 240,
        rtl: style.direction === "rtl",
        scale: parseFloat(style.fontSize) / 14 || 1,
      };
      setSize((last) => (last && JSON.stringify(last) === JSON.stringify(next) ? last : next));
    };
    measure();
    const observer = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(measure);
    observer?.observe(plot);
    return () => observer?.disconnect();
  }, []);
  return [ref, size];
}
