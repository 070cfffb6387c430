import type { ReactElement, ReactNode } from "react";

/** Props of {@link Checks}. */
export interface ChecksProps<T extends string> {
  legend: string;
  options: readonly { value: T; label: string }[];
  /** Values that are chosen. */
  chosen: ReadonlySet<T>;
  /** @param chosen in the order of the options */
  onChange: (chosen: T[]) => void;
  /** Below them. */
  children?: ReactNode;
}

/** Any number of things to choose. */
export function Checks<T extends string>({
  legend,
  options,
  chosen,
  onChange,
  children,
}: ChecksProps<T>): ReactElement {
  const toggle = (value: T): void =>
    onChange(options.map((option) => option.value).filter((one) => chosen.has(one) !== (one === value)));
  return (
    <fieldset className="rf-stack rf-stack-12">
      <legend className="rf-field-label">{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value} className="con-check">
          <input type="checkbox" checked={chosen.has(value)} onChange={() => toggle(value)} />
          {label}
        </label>
      ))}
      {children}
    </fieldset>
  );
}
