import { useState, type KeyboardEvent, type PointerEvent, type ReactElement, useRef, type RefObject } from "react";
import { useMessages } from "../ui/messages-context.ts";
import { ChartDrawing } from "./ChartDrawing.tsx";
import type { ChartBucket, ChartSeries } from "./chart-data.ts";
import { chartLayout } from "./chart-layout.ts";
import { useBrowserLayoutEffect } from "../ui/useBrowserLayoutEffect.ts";

const TIP_WIDTH = 168;
const TIP_GAP = 12;

/** Props of {@link LineChart}. */
export interface LineChartProps {
  /** At most 400. */
  buckets: readonly ChartBucket[];
  /** One to four. */
  series: readonly ChartSeries[];
  /** The last bucket is not over yet: dashed, and named "so far". */
  running?: boolean;
}

/** The bucket whose place is nearest to `x` px from the plot's left edge. */
function nearest(x: number, count: number, xOf: (index: number) => number): number {
  const [first, last] = [xOf(0), xOf(count - 1)];
  const share = first === last ? 0 : (x - first) / (last - first);
  return Math.max(0, Math.min(count - 1, Math.round(share * (count - 1))));
}

/** Beside the cursor, on the side that has room, never outside the plot. */
function tipLeft(x: number, width: number): number {
  const after = x + TIP_GAP;
  const left = after + TIP_WIDTH <= width ? after : x - TIP_GAP - TIP_WIDTH;
  return Math.max(0, Math.min(left, width - TIP_WIDTH));
}

/**
 * A line-and-area chart. One tab stop: a slider whose value is read as "Oct 29: 275 clicks"; arrows, PageUp and PageDown,
 * Home, End, Esc. Always offer the same numbers as a table (`ChartFigure`).
 */
export function LineChart({ buckets, series, running = false }: LineChartProps): ReactElement {
  const { t } = useMessages();
  const [plot, size] = usePlotSize();
  const [picked, setPicked] = useState<number>();
  const last = buckets.length - 1;
  const active = picked === undefined || last < 0 ? undefined : Math.min(picked, last);
  const layout = size && chartLayout({ ...size, buckets, series });
  const nameOf = (index: number): string => {
    const label = buckets[index]?.label ?? "";
    return running && index === last ? t("chart.soFar", { date: label }) : label;
  };
  const valueOf = (one: ChartSeries, index: number): string | undefined => {
    const value = one.values[index] ?? null;
    return value === null ? undefined : one.format(value);
  };
  const spoken = (index: number): string => {
    const values = series.map((one) =>
      t("chart.value", { value: valueOf(one, index) ?? t("ui.notAvailable"), series: one.label }),
    );
    return t("chart.point", { date: nameOf(index), values: values.join(", ") });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next =
      event.key === "Escape" && active !== undefined
        ? null
        : chartKey(event.key, active ?? last, buckets.length, size?.rtl ?? false);
    if (next === undefined) return;
    event.preventDefault();
    if (next === null) event.stopPropagation();
    setPicked(next ?? undefined);
  };
  const point = (event: PointerEvent<HTMLDivElement>): void => {
    const left = event.currentTarget.getBoundingClientRect().left;
    if (layout && last >= 0) setPicked(nearest(event.clientX - left, buckets.length, layout.xOf));
  };
  return (
    <div
      ref={plot}
      className="rf-plot"
      role="slider"
      tabIndex={0}
      aria-label={series.map((one) => one.label).join(", ")}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={active ?? Math.max(0, last)}
      aria-valuetext={last >= 0 ? spoken(active ?? last) : undefined}
      onKeyDown={onKeyDown}
      onBlur={() => setPicked(undefined)}
      onPointerDown={point}
      onPointerMove={(event) => event.pointerType !== "touch" && point(event)}
      onPointerLeave={(event) => event.pointerType !== "touch" && setPicked(undefined)}
    >
      {layout && <ChartDrawing layout={layout} width={size.width} rtl={size.rtl} running={running} active={active} />}
      {layout && active !== undefined && (
        <div className="rf-chart-tip" aria-hidden="true" style={{ left: tipLeft(layout.xOf(active), size.width) }}>
          <p>{nameOf(active)}</p>
          {series.map((one) => (
            <div key={one.id}>
              <span className={`rf-dot rf-c${one.tone}`} />
              <span className="rf-ellipsis">{one.label}</span>
              <b>{valueOf(one, active) ?? "–"}</b>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

const WEEK = 7;

/**
 * Where a key moves the reader of a chart: arrows by one (swapped in RTL), PageUp and PageDown by seven, Home, End.
 * Undefined for a key that is not ours.
 */
export function chartKey(key: string, at: number, count: number, rtl: boolean): number | undefined {
  const forward = rtl ? -1 : 1;
  const by = { ArrowRight: forward, ArrowLeft: -forward, PageUp: WEEK, PageDown: -WEEK, Home: -count, End: count }[key];
  return by === undefined ? undefined : Math.max(0, Math.min(count - 1, at + by));
}

/** What a plot measures. */
interface PlotSize {
  width: number;
  height: number;
  rtl: boolean;
  /** Text size against the design's 14 px. */
  scale: number;
}

/** Measures the plot before it is painted and whenever it changes; undefined until then and on the server. */
function usePlotSize(): [RefObject<HTMLDivElement | null>, PlotSize | undefined] {
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
