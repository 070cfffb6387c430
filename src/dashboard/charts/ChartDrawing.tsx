import { clsx } from "clsx";
import { Fragment, type ReactElement } from "react";
import { spreadLabels } from "./chart-layout.ts";
import type { ChartLayout } from "./chart-layout.ts";
import { areaUnder, curveThrough, runsOf } from "./line-path.ts";
import type { Point } from "./line-path.ts";

/** Props of {@link ChartDrawing}. */
export interface ChartDrawingProps {
  layout: ChartLayout;
  width: number;
  rtl: boolean;
  /** The last bucket is not over yet. */
  running: boolean;
  active: number | undefined;
}

interface LineProps {
  points: readonly (Point | null)[];
  tone: number;
  floor: number;
  running: boolean;
  /** Several lines: they differ by dash too, and have no overlapping areas. */
  dashed: boolean;
}

function Line({ points, tone, floor, running, dashed }: LineProps): ReactElement {
  const lastPoint = points.at(-1);
  return (
    <g className={`rf-c${tone}`}>
      {runsOf(points).map((run, i) => {
        const [only] = run;
        if (run.length === 1 && only) return <circle key={i} className="rf-point" cx={only.x} cy={only.y} r={4} />;
        const parts = curveThrough(run);
        const open = running && run.at(-1) === lastPoint;
        const from = run.at(-2);
        return (
          <Fragment key={i}>
            {!dashed && <path className="rf-area" d={areaUnder(run, floor)} />}
            <path
              className={clsx("rf-line", dashed && tone > 1 && `rf-line-d${tone}`)}
              d={(open ? parts.slice(0, -1) : parts).join("")}
            />
            {open && <path className="rf-line rf-line-running" d={`M${from?.x} ${from?.y}${parts.at(-1)}`} />}
          </Fragment>
        );
      })}
    </g>
  );
}

const WIDEST_BAR = 14;

/** Most buckets are empty: a curve would show amounts between them that do not exist. */
function isSparse(points: readonly (Point | null)[], floor: number): boolean {
  const known = points.filter((point) => point !== null);
  return known.filter(({ y }) => y < floor).length * 2 < known.length;
}

/** One bar per bucket; the last is paler while its time runs. */
function Bars({ points, tone, floor, running, step }: Omit<LineProps, "dashed"> & { step: number }): ReactElement {
  const width = Math.max(2, Math.min(WIDEST_BAR, step * 0.7));
  return (
    <g className={`rf-c${tone}`}>
      {points.map(
        (point, i) =>
          point &&
          point.y < floor && (
            <path
              key={i}
              className={clsx("rf-column-bar", running && i === points.length - 1 && "rf-column-bar-running")}
              d={`M${point.x - width / 2} ${floor}V${point.y}h${width}V${floor}Z`}
            />
          ),
      )}
    </g>
  );
}

/** The picture: grid, lines, labels, cursor. Hidden from assistive technology, which has the slider and the table. */
export function ChartDrawing({ layout, width, rtl, running, active }: ChartDrawingProps): ReactElement {
  const { ticks, labels, labelY, points, floor, start, end, xOf } = layout;
  const several = points.length > 1;
  const lasts = points.map((line) => line.points.findLast((point) => point !== null)?.y ?? floor);
  const endYs = spreadLabels(lasts, 16, floor);
  const edge = (px: number): number => (rtl ? width - px : px);
  const gridEnd = edge(width - (several ? end : 0));
  return (
    <svg aria-hidden="true" focusable="false">
      <path className="rf-grid" d={ticks.map(({ y }) => `M${edge(start)} ${y}H${gridEnd}`).join("")} />
      {ticks.map(({ y, text }) => (
        <text key={y} className="rf-tick" x={edge(start - 8)} y={y} dy="0.32em">
          {text}
        </text>
      ))}
      {labels.map(({ x, text }) => (
        <text key={x} className="rf-tick rf-tick-x" x={x} y={labelY}>
          {text}
        </text>
      ))}
      {active !== undefined && <line className="rf-cursor" x1={xOf(active)} x2={xOf(active)} y1={0} y2={floor} />}
      {points.map(({ series, points }) => {
        const line = { points, tone: series.tone, floor, running };
        return !several && isSparse(points, floor) ? (
          <Bars key={series.id} {...line} step={Math.abs(xOf(1) - xOf(0))} />
        ) : (
          <Line key={series.id} {...line} dashed={several} />
        );
      })}
      {several &&
        points.map(({ series }, i) => (
          <text key={series.id} className="rf-end-label" x={edge(width - end + 8)} y={endYs[i]} dy="0.32em">
            {series.label}
          </text>
        ))}
      {active !== undefined &&
        points.map(({ series, points }) => {
          const point = points[active];
          if (!point) return null;
          return <circle key={series.id} className={`rf-point rf-c${series.tone}`} cx={point.x} cy={point.y} r={5} />;
        })}
    </svg>
  );
}
