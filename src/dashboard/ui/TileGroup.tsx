import { useId } from "react";
import type { ReactElement, ReactNode } from "react";
import { useFit } from "./useFit.ts";

/** One figure that can be picked. */
export interface TileItem<Id extends string = string> {
  id: Id;
  label: string;
  figure: ReactNode;
  /** Below it: how it has changed. */
  change?: ReactNode;
  /** Colour of the series it stands for, c1–c4. */
  series: 1 | 2 | 3 | 4;
}

/** Props of {@link TileGroup}. */
export interface TileGroupProps<Id extends string = string> {
  /** Accessible name of the group. */
  label: string;
  items: readonly TileItem<Id>[];
  active: Id;
  onChange: (id: Id) => void;
}

/** Figures as a radio group: native radios, so arrows, forms and assistive technology know it already. */
export function TileGroup<Id extends string>({ label, items, active, onChange }: TileGroupProps<Id>): ReactElement {
  const name = useId();
  const box = useFit<HTMLDivElement>();
  return (
    <div ref={box} role="radiogroup" aria-label={label} className="rf-tiles">
      {items.map(({ id, label, figure, change, series }) => (
        <label key={id} className="rf-tile">
          <input type="radio" className="rf-vh" name={name} checked={id === active} onChange={() => onChange(id)} />
          <span className={`rf-tile-label rf-c${series}`}>{label}</span> <span className="rf-figure">{figure}</span>{" "}
          {change}
        </label>
      ))}
    </div>
  );
}
